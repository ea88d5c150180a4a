/** What Streamlit passes to a component. */
export interface ComponentArgs<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setStateValue(name: string, value: unknown): void;
  setTriggerValue(name: string, value: unknown): void;
  /** Whether it comes with the page's HTML, before the app has started. */
  isPrerendered?: boolean;
  /** The prerendered component that this one replaces: whether it had the focus. */
  prerendered?: { isFocused: boolean };
}

/** The function that Streamlit calls, with the data in a list; returns a function that removes the component. */
export type Component<Data> = (args: Omit<ComponentArgs<Data>, "data"> & { data: [Data] }) => () => void;

/** A component drawn in one place. */
export interface MountedComponent<Data> {
  update(args: ComponentArgs<Data>): void;
  stop?(): void;
}
