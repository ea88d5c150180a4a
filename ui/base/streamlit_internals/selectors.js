// Selectors for parts of Streamlit's page.

/** @type {(name: string) => string} */
const named = (name) => `[data-testid="${name}"]`;

export const APP = named("stApp");
export const NAVIGATION_GROUP = named("stTopNavSection");
export const LOGO = named("stLogoLink");
export const NAVIGATION_LINK = `:is(${named("stTopNavDropdownLink")}, ${named("stSidebarNavLink")})`;
export const SCROLLED = named("stMain");
export const MARKDOWN = named("stMarkdownContainer");
export const PAGE_LINK = named("stPageLink");
/** The views of a page, beside its title. */
export const VIEW = `.st-key-bpe_lab_parts ${named("stPageLink-NavLink")}`;
export const WIDGET_LABEL = named("stWidgetLabel");
/** A page's own HTML. */
export const HTML = ".stHtml";
export const ELEMENT = ".stElementContainer";
export const ROW = ".stHorizontalBlock";
export const BLOCK = ".stVerticalBlock";
/** Contains all elements of a page. */
export const PAGE_BLOCK = `.stMainBlockContainer > ${BLOCK}`;
export const TEXT_BOXES = ["stTextArea", "stTextInput", "stNumberInput"]
  .map((kind) => `${named(kind)} :is(textarea, input)`)
  .join();

/** Elements that Streamlit has not drawn yet, or is redrawing. */
export const TO_COME = `${named("stSkeleton")}, [data-stale=true]`;
export const COMPONENT = named("stBidiComponentIsolated");
/** Messages about why a page is not drawn, or not yet. */
export const EXPLANATION = `${named("stSpinner")}, ${named("stException")}, .st-key-bpe_lab_waiting`;

export const DROP_ZONE = named("stFileUploaderDropzone");
export const FILE_INPUT = named("stFileUploaderDropzoneInput");

/** The buttons of a dialog that Streamlit opens over the page. */
export const DIALOG_BUTTON = `body > ${named("stDialog")} button`;

/** Attribute of the outermost element: whether the server is connected. */
export const CONNECTION = "data-test-connection-state";
export const CONNECTED = "CONNECTED";

/** Attribute of the same element: whether the script is running. */
export const SCRIPT_STATE = "data-test-script-state";
export const HAS_RUN = `:is([${SCRIPT_STATE}=notRunning], [${SCRIPT_STATE}=compilationError])`;

/** @type {(page: string) => string} */
export const linkTo = (page) => `${named("stPageLink-NavLink")}[href="${page}"]`;
