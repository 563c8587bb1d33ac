import { WarningOutlined } from '@ant-design/icons';
import type { ImportLayout } from '@plumbline/contract/readings/imports.mapping';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contradictsZone } from './mapping.ts';

/** Something to see before going on. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="imp-unit" role="note">
      <WarningOutlined className="imp-unit-sign" />
      <span>{children}</span>
    </p>
  );
}

/** That the file states another time zone than the one it is read in. Nothing where the two agree. */
export function ZoneWarning({ layout, timeZone }: { layout: ImportLayout; timeZone: string | null }) {
  const { t } = useTranslation();
  if (timeZone === null || !contradictsZone(layout, timeZone)) return null;
  return (
    <Warning>
      {t('imports:zoneContradicts', { stated: layout.stated?.text, zone: layout.stated?.timeZone, timeZone })}
    </Warning>
  );
}
