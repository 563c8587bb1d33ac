/** The logo of a corporation, or ours; 28 px high. */
export const BrandMark = ({ src }: { src: string | null }) =>
  src ? <img className="pl-logo" src={src} alt="" height={28} /> : <PlumbBob size={28} />;

/** The plumb line: logo, chart crosshair and value mark. The one ornament of the product. */
export function PlumbBob({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M5 2.500h14M12 2.500V12" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8.200 11.500h7.600v2.800L12 22l-3.800-7.700z" fill="currentColor" />
    </svg>
  );
}
