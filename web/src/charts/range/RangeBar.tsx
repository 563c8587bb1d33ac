import { pastPresets } from '@plumbline/contract/kernel/constants';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../design/Toolbar.tsx';
import { RangeField } from './RangeField.tsx';
import type { Preset, ViewRange } from './ranges.ts';

/** Over which time: presets from the shortest that makes sense here, or any range. */
export function RangeBar({
  ranges: { preset, shown, onChange },
  shortest = 'past1Day',
}: {
  ranges: Pick<ViewRange, 'preset' | 'shown' | 'onChange'>;
  shortest?: (typeof pastPresets)[number]['name'];
}) {
  const { t } = useTranslation();
  const choose = (name: Preset): void => onChange({ preset: name, custom: null });
  return (
    <>
      <Segmented
        label={t('readings:range')}
        value={preset}
        options={pastPresets
          .slice(pastPresets.findIndex(({ name }) => name === shortest))
          .map(({ name }) => ({ value: name as Preset, label: t(`common:preset.${name}`) }))}
        onChange={choose}
      />
      <RangeField
        range={shown}
        preset={preset}
        onPreset={choose}
        onChange={(custom) => onChange({ preset: null, custom })}
      />
    </>
  );
}
