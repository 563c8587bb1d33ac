/** A limit of vibration by frequency: a row of a standard to begin with, and its corners, which a person may change. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { VelocityCurve } from '@plumbline/contract/alerts/conditions.terms';
import { din4150Foundation, gb6722, protectedObjects, stepsOfBands } from '@plumbline/science/spectra/limits';
import { Button, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { sameValue } from '../../../design/form/judge.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { replaced } from './condition-draft.ts';
import { Labelled } from './Labelled.tsx';

const dinRows = ['industrial', 'dwellings', 'sensitive'] as const;
const templates: readonly { readonly key: string; readonly row: string; readonly curve: VelocityCurve }[] = [
  ...dinRows.map((row) => ({
    key: `din.${row}`,
    row,
    curve: { shape: 'line' as const, corners: [...din4150Foundation[row]] },
  })),
  ...protectedObjects.flatMap((row) =>
    (['lower', 'upper'] as const).map((of) => {
      const { shape, corners } = stepsOfBands(gb6722[row], of);
      return { key: `gb.${row}.${of}`, row, curve: { shape, corners: [...corners] } };
    }),
  ),
];

export function CurveFields({
  place,
  curve,
  onChange,
}: {
  place: string;
  curve: VelocityCurve | null;
  onChange: (curve: VelocityCurve) => void;
}) {
  const { t } = useTranslation();
  const limitCurve = curve ?? { shape: 'line' as const, corners: [] };
  const chosen = templates.find((each) => sameValue(each.curve, limitCurve))?.key ?? null;
  return (
    <div className="cd-curve">
      <Labelled label={t('conditions:curve')} fault={undefined}>
        <Select
          value={chosen}
          placeholder={t('conditions:curveOwn')}
          aria-label={t('conditions:curveOf', { place })}
          popupMatchSelectWidth={false}
          options={[
            {
              label: 'DIN 4150-3',
              options: dinRows.map((row) => ({ value: `din.${row}`, label: t(`waveforms:lines.${row}`) })),
            },
            {
              label: 'GB 6722-2014',
              options: protectedObjects.flatMap((row) =>
                (['lower', 'upper'] as const).map((of) => ({
                  value: `gb.${row}.${of}`,
                  label: `${t(`waveforms:protected.${row}`)}, ${t(`waveforms:lines.${of}`)}`,
                })),
              ),
            },
          ]}
          labelRender={({ label, value }) => `${String(value).startsWith('gb') ? 'GB 6722' : 'DIN 4150-3'}: ${label}`}
          onChange={(key) => {
            const template = templates.find((each) => each.key === key);
            if (template) onChange(template.curve);
          }}
        />
      </Labelled>
      <Corners corners={limitCurve.corners} onChange={(corners) => onChange({ ...limitCurve, corners })} />
    </div>
  );
}

type Corner = VelocityCurve['corners'];

function Corners({ corners, onChange }: { corners: Corner; onChange: (corners: Corner) => void }) {
  const { t } = useTranslation();
  return (
    <div className="cd-corners">
      {corners.map((corner, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: corners have no name but their place
        <div key={i} className="cd-corner">
          <InputNumber
            min={0.01}
            value={corner.hz}
            suffix="Hz"
            aria-label={t('conditions:cornerHz', { place: i + 1 })}
            onChange={(hz) => hz && onChange(replaced(corners, i, { ...corner, hz }))}
          />
          <InputNumber
            min={0.001}
            value={corner.limit}
            suffix="mm/s"
            aria-label={t('conditions:cornerLimit', { place: i + 1 })}
            onChange={(limit) => limit && onChange(replaced(corners, i, { ...corner, limit }))}
          />
          {corners.length > 1 && (
            <IconButton
              icon={<DeleteOutlined />}
              label={t('conditions:removeCorner', { place: i + 1 })}
              onClick={() => onChange(replaced(corners, i, null))}
            />
          )}
        </div>
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined />}
        disabled={corners.length >= 20}
        onClick={() => {
          const last = corners.at(-1) ?? { hz: 5, limit: 5 };
          onChange([...corners, { hz: last.hz * 2, limit: last.limit }]);
        }}
      >
        {t('conditions:addCorner')}
      </Button>
    </div>
  );
}
