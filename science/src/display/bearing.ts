/** Mean radius of the Earth, m (IUGG R1). */
const radiusM = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Place {
  /** Degrees, WGS 84. */
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Distance over the ground, m, and bearing of the way at its beginning, degrees clockwise from north (0 to 360), of two places
 * on a sphere: good to 0.5 %, for finding one's way and not for measuring.
 * Haversine: d = 2 R asin √(sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2)); bearing θ = atan2(sin Δλ cos φ₂, cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ).
 * Source: R. W. Sinnott, Virtues of the Haversine, Sky and Telescope 68 (2), 1984.
 */
export function wayTo(from: Place, to: Place): { readonly distanceM: number; readonly bearing: number } {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2;
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
  );
  return {
    distanceM: 2 * radiusM * Math.asin(Math.min(1, Math.sqrt(half))),
    bearing: ((bearing * 180) / Math.PI + 360) % 360,
  };
}
