import type { Point } from '@plumbline/contract/points/points';
import { readDeviceLabel } from '@plumbline/science/collect/device-label';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanCamera } from '../../devices/intake/scan-camera.parts.tsx';

/** Points that are measured by the device of a serial number, or by way of it. */
const pointsOf = (points: readonly Point[], sncode: string): number[] =>
  points
    .filter(({ deviceGroup }) => deviceGroup?.sncode === sncode || deviceGroup?.measuringDevice.sncode === sncode)
    .map(({ id }) => id);

/** The label on a device leads to its points, without a network too. */
export function ScanPoint({
  points,
  onFound,
}: {
  points: readonly Point[];
  onFound: (pointIds: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const read = (text: string): void => {
    const label = readDeviceLabel(text);
    if (!label) {
      setProblem(t('fieldWork:scan.unread', { text: text.slice(0, 60) }));
      return;
    }
    const matching = pointsOf(points, label.sncode);
    if (matching.length > 0) onFound(matching);
    else setProblem(t('fieldWork:scan.unknown', { sncode: label.sncode }));
  };
  return (
    <>
      <ScanCamera onText={read} />
      {problem !== null && (
        <p className="pl-wrong" role="alert">
          {problem}
        </p>
      )}
      <form
        className="fld-code"
        onSubmit={(event) => {
          event.preventDefault();
          read(String(new FormData(event.currentTarget).get('code') ?? ''));
        }}
      >
        <label>
          <span className="pl-sm pl-2">{t('fieldWork:scan.typed')}</span>
          <input name="code" className="fld-input" autoComplete="off" autoCapitalize="off" maxLength={200} />
        </label>
      </form>
    </>
  );
}
