/** A plumb bob that hangs askew: the sign of an address that leads nowhere. */
export const PlumbSign = () => (
  <svg width="64" height="120" viewBox="0 0 64 120" fill="none" aria-hidden="true">
    <path d="M8 1h48" stroke="var(--pl-text-3)" strokeWidth="1.500" />
    <path d="M32 1 46 70" stroke="var(--pl-text-2)" strokeWidth="1" />
    <path d="m40 70 12-2 1.500 9-4 24-10-22z" fill="var(--pl-text-2)" />
    <path d="M32 1v112" stroke="var(--pl-line-control)" strokeWidth="1" strokeDasharray="1 5" />
  </svg>
);
