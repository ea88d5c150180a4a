/** What Streamlit gives to the default function of a component; that returns what is to be done when it goes. */
export interface Given<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setStateValue(name: string, value: unknown): void;
  setTriggerValue(name: string, value: unknown): void;
}
