/** The net of meridians and parallels, with their degrees at the edge: where one is when nothing else is drawn. Pure. */
export interface View {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
/** The finest of the net, in degrees: eleven metres. */
const minStep = 0.0001;
const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, minStep];
/** As far as the projection reaches. */
const maxLatitude = 85;

/** The widest step of round degrees with at least `lines` lines between two degrees. */
export const stepOf = (from: number, to: number, lines = 6): number =>
  steps.find((each) => (to - from) / each >= lines) ?? minStep;

/** Round degrees between two, at most two hundred. */
function degreesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.min(200, Math.floor(to / step) - first + 1));
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(6)));
}

/** 114.305° E: as many decimals as the step needs, on this side of the date line. */
export function degreeText(degrees: number, step: number, axis: 'longitude' | 'latitude'): string {
  const onEarth = axis === 'longitude' ? ((((degrees + 180) % 360) + 360) % 360) - 180 : degrees;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const letter = axis === 'longitude' ? (onEarth < 0 ? 'W' : 'E') : onEarth < 0 ? 'S' : 'N';
  return `${Math.abs(onEarth).toFixed(decimals)}° ${letter}`;
}

type Lines = GeoJSON.Feature<GeoJSON.MultiLineString>;
type Labels = GeoJSON.FeatureCollection<GeoJSON.Point, { readonly text: string; readonly axis: string }>;

/** Six to twelve lines across the view, and the degrees of each: of meridians at the lower edge, of parallels at the left one. */
export function graticuleOf({ west, south, east, north }: View): { readonly lines: Lines; readonly labels: Labels } {
  const step = stepOf(west, east);
  const [bottom, top] = [Math.max(-maxLatitude, south), Math.min(maxLatitude, north)];
  const meridians = degreesBetween(west, east, step);
  const parallels = degreesBetween(bottom, top, step);
  const label = (
    x: number,
    y: number,
    degrees: number,
    axis: 'longitude' | 'latitude',
  ): Labels['features'][number] => ({
    type: 'Feature',
    properties: { text: degreeText(degrees, step, axis), axis },
    geometry: { type: 'Point', coordinates: [x, y] },
  });
  return {
    lines: {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          ...meridians.map((x) => [
            [x, bottom],
            [x, top],
          ]),
          ...parallels.map((y) => [
            [west, y],
            [east, y],
          ]),
        ],
      },
    },
    labels: {
      type: 'FeatureCollection',
      features: [
        ...meridians.map((x) => label(x, bottom, x, 'longitude')),
        ...parallels.map((y) => label(west, y, y, 'latitude')),
      ],
    },
  };
}
