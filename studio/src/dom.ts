// Elements without a framework. Texts become text nodes, so that no name of a model is ever read as markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: act, ...attributes }, text);
}

let numbers = 0;
// A control below or beside its label.
export function labelled<E extends HTMLElement>(text: string, control: E): HTMLElement {
  if (!control.id) control.id = `control-${++numbers}`;
  return h("span", { class: "field" }, h("label", { for: control.id }, text), control);
}

export function select(options: [string, string][], value: string, act: (value: string) => void): HTMLSelectElement {
  const element = h("select", {}, ...options.map(([key, text]) => h("option", { value: key }, text)));
  element.value = value;
  element.addEventListener("change", () => act(element.value));
  return element;
}

// Said to screen readers, and shown in the line at the bottom.
export function announce(text: string): void {
  const line = document.getElementById("status");
  if (line && line.textContent !== text) line.textContent = text;
}

// A dialog that closes by Escape, by its button, or by `close`.
export function dialog(title: string, content: Node, more: Node[] = []): { close: () => void } {
  const box = h("dialog", { "aria-label": title },
    h("h2", {}, title), content,
    h("p", { class: "buttons" }, ...more, button("Close", () => box.close())));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return { close: () => box.close() };
}
