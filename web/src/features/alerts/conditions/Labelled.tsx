import type { ReactNode } from 'react';

/** A control with its label above, and what is wrong with it below. */
export function Labelled({
  label,
  fault,
  children,
}: {
  label: string;
  fault: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={`cd-field${fault ? ' wrong' : ''}`}>
      <span className="pl-sm pl-3">{label}</span>
      {children}
      {fault && (
        <span className="pl-sm pl-wrong" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}
