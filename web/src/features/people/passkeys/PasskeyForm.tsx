import { passkeys } from '@plumbline/contract/people/passkeys';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Worded, wordsOf } from '../../../kernel/failures.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useEntry, wanted } from '../sessions/entry.parts.tsx';

/** Signing in by a passkey: the browser asks which, its device for finger, face or PIN. */
export default function PasskeyForm() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { run: challenge } = useWrite(passkeys.challenge);
  const { run: signin } = useWrite(passkeys.signin);
  const { enter, busy, error } = useEntry(wanted(search));
  const start = (): Promise<void> =>
    enter(async () => {
      const { options } = await challenge({});
      const credential = await startAuthentication({
        optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      }).catch(() => {
        // The browser does not say whether one has left its dialog or has no passkey.
        throw new Worded(t('passkeys:none'));
      });
      const { clientDataJSON, authenticatorData, signature, userHandle = null } = credential.response;
      return await signin({ credentialId: credential.id, clientDataJSON, authenticatorData, signature, userHandle });
    });
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void start();
  }, []);
  return (
    <>
      <h1 style={{ marginBottom: 4 }}>{t('passkeys:signIn')}</h1>
      <p className="pl-2" style={{ marginBottom: 24 }}>
        {t('passkeys:signInWhy')}
      </p>
      {error ? (
        <p className="pl-notice" role="alert" style={{ marginBottom: 16 }}>
          {wordsOf(error, t).words}
        </p>
      ) : null}
      <Button type="primary" block size="large" loading={busy} onClick={() => void start()}>
        {error ? t('passkeys:again') : t('passkeys:signIn')}
      </Button>
      <LinkButton type="link" block to={to('Sign')}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}
