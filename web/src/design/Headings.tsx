import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A heading for those who hear a table: what stands below it says by itself what it is to whoever sees it. */
export const UnseenHeading = ({ children }: { children: ReactNode }) => (
  <span className="pl-visually-hidden">{children}</span>
);

/** Above the buttons of rows. */
export function ActsHeading() {
  const { t } = useTranslation();
  return <UnseenHeading>{t('common:acts')}</UnseenHeading>;
}
