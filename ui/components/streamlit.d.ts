/** What Streamlit gives to the default function of a component. */
export interface Given<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setStateValue(name: string, value: unknown): void;
  setTriggerValue(name: string, value: unknown): void;
}

/** That function; it returns what is to be done when the component goes. */
export type Component<Data> = (given: Given<Data>) => () => void;

/** What is drawn in one place. */
export interface Shown<Data> {
  update(given: Given<Data>): void;
  stop?(): void;
}
