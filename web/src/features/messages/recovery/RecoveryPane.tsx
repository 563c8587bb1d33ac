import type { InputOf, OutputOf } from '@plumbline/contract/kernel/route';
import { recovery } from '@plumbline/contract/messages/recovery';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, Pane } from '../../../design/Pane.tsx';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { Sent } from './CodeRequest.tsx';

type State = OutputOf<typeof recovery.get.reply>;

/** Where the caller is sent a code when the password is forgotten. */
export function RecoveryPane() {
  const { t } = useTranslation();
  const query = useRead(recovery.get, {});
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  // Nothing sends codes, and nothing was set up before: there is nothing to choose.
  if (query.data && query.data.media.length === 0 && query.data.address === null) return null;
  return (
    <Pane title={t('recovery:title')}>
      <Answer query={query} loading={<SkeletonRows rows={2} rowPx={48} />}>
        {(state) => <Present state={state} onOpen={setDialog} />}
      </Answer>
      {dialog === 'set' && <SetDialogs media={query.data?.media ?? []} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveDialog onClose={() => setDialog(null)} />}
    </Pane>
  );
}

function Present({ state, onOpen }: { state: State; onOpen: (dialog: 'set' | 'remove') => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="pl-2" style={{ marginBottom: 12 }}>
        {t('recovery:why')}
      </p>
      {state.address !== null && (
        <div style={{ maxWidth: 420, marginBottom: 12 }}>
          <Facts
            facts={[
              [t('recovery:address'), state.address],
              [t('recovery:since'), formatTime(state.since)],
            ]}
          />
        </div>
      )}
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        {state.media.length > 0 && (
          <Button onClick={() => onOpen('set')}>
            {state.address === null ? t('recovery:set') : t('recovery:change')}
          </Button>
        )}
        {state.address !== null && (
          <Button danger onClick={() => onOpen('remove')}>
            {t('recovery:remove')}
          </Button>
        )}
      </div>
    </>
  );
}

/** First the address, to which a code is sent; then the code. */
function SetDialogs({ media, onClose }: { media: State['media']; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: begin } = useWrite(recovery.begin);
  const { run: confirm } = useWrite(recovery.confirm);
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent)
    return (
      <SchemaDialog
        key="code"
        title={t('recovery:codeTitle')}
        means={t('recovery:sent')}
        word={t('common:save')}
        widthPx={460}
        onClose={onClose}
        schema={recovery.confirm.input}
        fixed={{ challenge: sent.challenge }}
        errorField={{ verificationWrong: 'code' }}
        onSubmit={async (input: InputOf<typeof recovery.confirm.input>) => {
          await confirm(input);
          toasts.done(t('common:saved'));
          onClose();
        }}
      >
        <Field name="code" label={t('recovery:code')}>
          <Input autoFocus className="pl-mono" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Field>
      </SchemaDialog>
    );
  return (
    <SchemaDialog
      key="address"
      title={t('recovery:title')}
      means={media.length === 1 ? t(`recovery:only.${media[0] ?? 'email'}`) : undefined}
      word={t('recovery:send')}
      widthPx={460}
      onClose={onClose}
      schema={recovery.begin.input}
      errorField={{ wrongPassword: 'password', vendorNotConfigured: 'address' }}
      onSubmit={async (input: InputOf<typeof recovery.begin.input>) => setSent(await begin(input))}
    >
      <Field name="address" label={t('recovery:address')}>
        <Input autoFocus maxLength={254} autoComplete="tel" />
      </Field>
      <PasswordField />
    </SchemaDialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: remove } = useWrite(recovery.remove);
  return (
    <SchemaDialog
      title={t('recovery:removeTitle')}
      means={t('recovery:removeMeans')}
      word={t('recovery:remove')}
      widthPx={460}
      onClose={onClose}
      schema={recovery.remove.input}
      errorField={{ wrongPassword: 'password' }}
      onSubmit={async (input: InputOf<typeof recovery.remove.input>) => {
        await remove(input);
        toasts.done(t('recovery:removed'));
        onClose();
      }}
    >
      <PasswordField />
    </SchemaDialog>
  );
}

function PasswordField() {
  const { t } = useTranslation();
  return (
    <Field name="password" label={t('secondFactors:password')}>
      <Input.Password autoComplete="current-password" maxLength={64} />
    </Field>
  );
}
