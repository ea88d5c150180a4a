/** What a component is given. */
export interface Given<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setStateValue(name: string, value: unknown): void;
  setTriggerValue(name: string, value: unknown): void;
  /** It comes with the page, before anything of the app is there. */
  isFirst?: boolean;
  /** What came so was here until now, perhaps with the focus. */
  wasFirst?: { isFocused: boolean };
}

/** What Streamlit calls, with the data in a list; it returns what is to be done when the component goes. */
export type Component<Data> = (given: Omit<Given<Data>, "data"> & { data: [Data] }) => () => void;

/** What is drawn in one place. */
export interface Shown<Data> {
  update(given: Given<Data>): void;
  stop?(): void;
}
