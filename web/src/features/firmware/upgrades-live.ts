/** In case an event was lost: while something is in progress the page reads again by itself now and then. */
export const whileOpenMs = 10_000;
