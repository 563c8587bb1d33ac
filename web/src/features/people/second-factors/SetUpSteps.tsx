import type { InputOf, OutputOf } from '@plumbline/contract/kernel/route';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { Button, Input } from 'antd';
import encodeQR from 'qr';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Begun = OutputOf<typeof secondFactors.begin.reply>;

/** Password, then the app and its first code, then the recovery codes. `cancel` stands beside the button of the first two. */
export function SetUpSteps({ onDone, cancel }: { onDone: () => void; cancel?: ReactNode }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <AppStep begun={begun} onDone={setCodes} cancel={cancel} />;
  return <PasswordStep onDone={setBegun} cancel={cancel} />;
}

function PasswordStep({ onDone, cancel }: { onDone: (begun: Begun) => void; cancel: ReactNode }) {
  const { t } = useTranslation();
  const { run: begin } = useWrite(secondFactors.begin);
  return (
    <SchemaForm
      schema={secondFactors.begin.input}
      errorField={{ wrongPassword: 'password' }}
      onSubmit={async (input: InputOf<typeof secondFactors.begin.input>) => onDone(await begin(input))}
      foot={(busy) => (
        <div className="pl-row">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('secondFactors:next')}
          </Button>
          {cancel}
        </div>
      )}
    >
      <Field name="password" label={t('secondFactors:password')}>
        <Input.Password autoFocus autoComplete="current-password" maxLength={64} />
      </Field>
    </SchemaForm>
  );
}

function AppStep({
  begun,
  onDone,
  cancel,
}: {
  begun: Begun;
  onDone: (codes: readonly string[]) => void;
  cancel: ReactNode;
}) {
  const { t } = useTranslation();
  const { run: confirm } = useWrite(secondFactors.confirm);
  return (
    <>
      <p className="pl-2" style={{ marginBottom: 12 }}>
        {t('secondFactors:scan')}
      </p>
      <Code text={begun.address} label={t('secondFactors:qr')} />
      <p className="pl-sm pl-2" style={{ margin: '12px 0 4px' }}>
        {t('secondFactors:secret')}
      </p>
      <p style={{ marginBottom: 16 }}>
        <code className="pl-mono" style={{ overflowWrap: 'anywhere' }}>
          {begun.secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <SchemaForm
        schema={secondFactors.confirm.input}
        errorField={{ secondFactorWrong: 'code' }}
        onSubmit={async (input: InputOf<typeof secondFactors.confirm.input>) =>
          onDone((await confirm(input)).recoveryCodes)
        }
        foot={(busy) => (
          <div className="pl-row">
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('secondFactors:confirm')}
            </Button>
            {cancel}
          </div>
        )}
      >
        <Field name="code" label={t('secondFactors:firstCode')} help={t('secondFactors:firstCodeHelp')}>
          <Input autoFocus className="pl-mono" autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
        </Field>
      </SchemaForm>
    </>
  );
}

/** A QR code, dark on light in every theme: cameras expect that. */
function Code({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 3 }), [text]);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#fff', display: 'block' }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
