// A question: the first click on an option is the answer, and shows which one is right.

const drawn = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const { question, options, right, labels } = data;
  const root = parentElement.querySelector(".quiz");

  const content = JSON.stringify([question, options, right, labels]);
  let quiz = drawn.get(parentElement);
  if (quiz?.content !== content) {
    quiz = { content, chosen: null };
    quiz.buttons = options.map((text, index) => {
      const button = make("button", "", make("span", "text", text), make("span", "mark"));
      button.type = "button";
      button.onclick = () => {
        if (quiz.chosen !== null) return;
        reveal(index);
        quiz.tell("choose", index);
      };
      return button;
    });
    quiz.verdict = make("p", "verdict");
    quiz.verdict.setAttribute("role", "status");
    const group = make("div", "options", ...quiz.buttons);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", labels.options);
    root.replaceChildren(make("p", "question", question), group, quiz.verdict);
    drawn.set(parentElement, quiz);
  }
  quiz.tell = setTriggerValue;
  if (data.chosen !== null && quiz.chosen === null) reveal(data.chosen);

  function reveal(index) {
    quiz.chosen = index;
    quiz.buttons.forEach((button, place) => {
      button.classList.toggle("right", place === right);
      button.classList.toggle("wrong", place === index && place !== right);
      // Not `disabled`: the focus stays where it is.
      button.setAttribute("aria-disabled", "true");
      const marks = [place === right ? labels.answer : "", place === index ? labels.yours : ""].filter(Boolean);
      button.querySelector(".mark").textContent = marks.join(", ");
    });
    quiz.verdict.textContent = index === right ? labels.right : labels.wrong;
  }

  return () => { drawn.delete(parentElement); };
}
