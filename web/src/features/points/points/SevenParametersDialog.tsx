import { Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { readCommonPoints, transformBetween } from './common-points.ts';

const example = '-2148744.397 4426641.237 4044655.938   -2148748.1 4426645.2 4044659.4';

/** Seven parameters (Bursa-Wolf) from points that are known in both systems, as calls to put into a formula. */
export function SevenParametersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const read = useMemo(() => readCommonPoints(text), [text]);
  return (
    <Modal open title={t('formulas:seven.title')} footer={null} onCancel={onClose} width={720}>
      <p className="pl-2 pl-sm">{t('formulas:seven.help')}</p>
      <Input.TextArea
        className="pl-mono"
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={20_000}
        aria-label={t('formulas:seven.points')}
        placeholder={example}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {'line' in read ? (
        <p role="alert" className="pl-sm wrong">
          {t('formulas:seven.badLine', { line: read.line })}
        </p>
      ) : (
        <FitResult found={transformBetween(read)} count={read.source.length} />
      )}
    </Modal>
  );
}

function FitResult({ found, count }: { found: ReturnType<typeof transformBetween>; count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  if (!found) return <p className="pl-sm wrong">{t('formulas:seven.tooFew')}</p>;
  const millimetres = (metres: number): string => formatNumber(metres * 1000, 1);
  return (
    <>
      <p className="pl-sm pl-num">
        {t('formulas:seven.fit', {
          rms: millimetres(found.rmsM),
          worst: millimetres(Math.max(...found.missesM)),
          line: found.missesM.indexOf(Math.max(...found.missesM)) + 1,
        })}
      </p>
      {found.calls.map((call) => (
        <p key={call} className="pl-row tight pl-mono pl-sm" style={{ overflowWrap: 'anywhere' }}>
          {call}
          <CopyButton text={call} label={call.slice(0, 10)} />
        </p>
      ))}
    </>
  );
}
