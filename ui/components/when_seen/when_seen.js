export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".coming");
  const said = document.createElement("p");
  said.textContent = data;
  place.replaceChildren(said);
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    setTriggerValue("seen", true);
  });
  observer.observe(place);
  return () => observer.disconnect();
}
