// What several components draw with. Put before a component's own script.

/** An element with a class, its attributes (plain objects) and children; strings become text nodes, never markup. */
function make(tag, className, ...parts) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const part of parts) {
    if (part === null || part === undefined) continue;
    if (typeof part !== "object" || part instanceof Node) element.append(part);
    else for (const [name, value] of Object.entries(part)) setAttribute(element, name, value);
  }
  return element;
}

function setAttribute(element, name, value) {
  if (name.startsWith("on")) element[name] = value;
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Put a text into the clipboard. Without https a browser lends none: then the box shows it, selected. */
async function copyText(text, box) {
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    box.hidden = false;
    box.value = text;
    box.select();
    return document.execCommand("copy");
  }
}

/**
 * Call back when the server wrote the address of this page: a slow one writes it without what was chosen meanwhile.
 * Returns how to stop. Browsers without the Navigation API do not tell.
 */
function onAddressWritten(callback) {
  const path = location.pathname;
  const listen = (event) => { if (event.navigationType === "push" && location.pathname === path) callback(); };
  window.navigation?.addEventListener("currententrychange", listen);
  return () => window.navigation?.removeEventListener("currententrychange", listen);
}
