const MOMENT_MS = 250; // what is only passed, or stands here until the page above it is drawn, is not looked at

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".coming");
  const said = document.createElement("p");
  said.textContent = data;
  place.replaceChildren(said);
  let moment;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(moment);
    if (!entries.at(-1).isIntersecting) return;
    moment = setTimeout(() => {
      observer.disconnect();
      setTriggerValue("seen", true);
    }, MOMENT_MS);
  });
  observer.observe(place);
  return () => {
    clearTimeout(moment);
    observer.disconnect();
  };
}
