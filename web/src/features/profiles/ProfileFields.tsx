import { axes, measures } from '@plumbline/science/profiles/survey';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../design/Toolbar.tsx';
import type { ProfileState } from './profile-state.ts';

/** What of the surveys is drawn. */
export function ProfileFields({
  state,
  onChange,
}: {
  state: ProfileState;
  onChange: (change: Partial<ProfileState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('profiles:measure')}
        value={state.measure}
        options={measures.map((value) => ({ value, label: t(`profiles:measures.${value}`) }))}
        onChange={(measure) => onChange({ measure })}
      />
      <Segmented
        label={t('profiles:axis')}
        value={state.axis}
        options={axes.map((value) => ({ value, label: t(`profiles:axes.${value}`) }))}
        onChange={(axis) => onChange({ axis })}
      />
    </>
  );
}
