import { dataVariants, lifecycle as lifecycleRoutes } from '@plumbline/contract/points/lifecycle';
import type { Point } from '@plumbline/contract/points/points';
import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Reset or delete, with the readings kept or cleared: each says what goes. The creator's password is asked for by the server. */
export function EndDialog({
  point,
  act,
  onEnded,
  onClose,
}: {
  point: Point;
  act: 'reset' | 'remove';
  onEnded: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: removePoint } = useWrite(lifecycleRoutes.remove);
  const { run: resetPoint } = useWrite(lifecycleRoutes.reset);
  const [data, setData] = useState<(typeof dataVariants)[number]>('keep');
  return (
    <ConfirmDestructive
      open
      title={t(`lifecycle:end.${act}Title`, { name: point.name })}
      lost={
        <>
          <Radio.Group
            className="pl-col"
            value={data}
            onChange={(event) => setData(event.target.value as typeof data)}
            options={dataVariants.map((each) => ({ value: each, label: t(`lifecycle:end.${each}`) }))}
          />
          <p style={{ marginTop: 12 }}>{t(`lifecycle:end.${act}_${data}`)}</p>
        </>
      }
      action={t(`lifecycle:end.${act}`)}
      onConfirm={async (password) => {
        const input = { pointId: point.id, data, ...(password === undefined ? {} : { password }) };
        await (act === 'reset' ? resetPoint(input) : removePoint(input));
        await onEnded();
      }}
      onClose={onClose}
    />
  );
}
