import { heatColour } from '../../../design/heat-colours.ts';

/** The colour of a band among so many, from the lowest; none is the colour of a level. */
export const bandColour = (place: number, count: number): string => heatColour(count < 2 ? 0.5 : place / (count - 1));
