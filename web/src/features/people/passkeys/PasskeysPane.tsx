import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Passkey, passkeys } from '@plumbline/contract/people/passkeys';
import { name } from '@plumbline/contract/points/fields';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatAge, formatDay } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

type State = OutputOf<typeof passkeys.list.reply>;

/** The caller's passkeys: made, removed. Nothing where this address or browser can have none. */
export function PasskeysPane() {
  const { t } = useTranslation();
  const query = useRead(passkeys.list, {});
  const [isMaking, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { run: remove } = useWrite(passkeys.remove);
  const canMake = query.data?.available === true && 'PublicKeyCredential' in window;
  if (query.data && !canMake && query.data.passkeys.length === 0) return null;
  return (
    <Pane
      title={t('passkeys:title')}
      action={
        canMake && (
          <Button size="small" onClick={() => setMaking(true)}>
            {t('passkeys:add')}
          </Button>
        )
      }
    >
      <p className="pl-2 pl-sm" style={{ marginBottom: 8 }}>
        {t('passkeys:why')}
      </p>
      <Answer query={query} loading={<SkeletonRows rows={1} rowPx={48} />}>
        {(state: State) =>
          state.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))
        }
      </Answer>
      {isMaking && <NewPasskey onClose={() => setMaking(false)} />}
      <ConfirmDestructive
        open={removing !== null}
        title={t('passkeys:removeTitle', { name: removing?.name ?? '' })}
        lost={t('passkeys:removeLost')}
        action={t('passkeys:remove')}
        onConfirm={async () => {
          if (removing) await remove({ passkeyId: removing.id });
        }}
        onClose={() => setRemoving(null)}
      />
    </Pane>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const used = passkey.lastUsedAt === null ? t('passkeys:never') : formatAge(passkey.lastUsedAt, language);
  return (
    <div className="pl-row" style={{ minHeight: 48, borderBottom: '1px solid var(--pl-line)' }}>
      <div className="pl-gap" style={{ minWidth: 0, padding: '4px 0' }}>
        <div className="pl-b pl-ell">{passkey.name}</div>
        <div className="pl-sm pl-3">
          {t('passkeys:created')}: {formatDay(passkey.createdAt)} · {t('passkeys:used')}: {used}
        </div>
      </div>
      <Button size="small" danger aria-label={`${t('passkeys:remove')}: ${passkey.name}`} onClick={onRemove}>
        {t('passkeys:remove')}
      </Button>
    </div>
  );
}

const typed = z.object({ name: name(32), password: z.string().min(1).max(64) });

function NewPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: begin } = useWrite(passkeys.begin);
  const { run: add } = useWrite(passkeys.add);
  return (
    <SchemaDialog
      title={t('passkeys:add')}
      means={t('passkeys:addMeans')}
      word={t('passkeys:create')}
      widthPx={460}
      onClose={onClose}
      schema={typed}
      errorField={{ wrongPassword: 'password' }}
      onSubmit={async ({ name, password }: z.output<typeof typed>) => {
        const { options } = await begin({ password });
        const { startRegistration } = await import('@simplewebauthn/browser');
        const credential = await startRegistration({
          optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
        }).catch(() => {
          throw new Worded(t('passkeys:notMade'));
        });
        const { clientDataJSON, attestationObject, transports = [] } = credential.response;
        await add({
          name,
          credentialId: credential.id,
          clientDataJSON,
          attestationObject,
          transports: [...transports],
        });
        toasts.done(t('passkeys:made'));
        onClose();
      }}
    >
      <Field name="name" label={t('passkeys:name')} help={t('passkeys:nameHelp')}>
        <Input autoFocus maxLength={32} />
      </Field>
      <Field name="password" label={t('secondFactors:password')}>
        <Input.Password autoComplete="current-password" maxLength={64} />
      </Field>
    </SchemaDialog>
  );
}
