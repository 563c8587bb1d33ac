import { sso, ssoDomain } from '@plumbline/contract/people/sso';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useEntry, wanted } from '../sessions/entry.parts.tsx';
import { type Begun, forgetBegun, keepBegun, readBegun } from './begun.ts';

/** Single sign-on: to the identity provider of a domain, and back from it. */
export default function SsoForm() {
  const [search] = useSearchParams();
  // As the address was when the page opened: what the provider gave does not stay in it.
  const [returned] = useState(() => (search.has('state') ? { query: search.toString(), begun: readBegun() } : null));
  return returned ? <Return {...returned} /> : <Begin search={search} />;
}

const typed = z.object({
  // People have the whole address in mind.
  domain: z
    .string()
    .trim()
    .overwrite((text) => text.slice(text.lastIndexOf('@') + 1))
    .pipe(ssoDomain),
});

function Begin({ search }: { search: URLSearchParams }) {
  const { t } = useTranslation();
  const { run: redirect } = useWrite(sso.redirect);
  const [failure, setFailure] = useState<unknown>(null);
  const domain = search.get('domain');
  const leave = async (ssoDomain: string): Promise<void> => {
    const { address, challenge } = await redirect({ ssoDomain });
    keepBegun({ challenge, path: wanted(search) });
    location.assign(address);
  };
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (domain === null || isBegun.current) return;
    isBegun.current = true;
    leave(domain).catch(setFailure);
  }, [domain]);
  if (domain !== null && failure === null) return <SkeletonRows rows={2} rowPx={48} />;
  return (
    <>
      <h1 style={{ marginBottom: 4 }}>{t('sessions:sso')}</h1>
      <p className="pl-2" style={{ marginBottom: 24 }}>
        {t('sso:why')}
      </p>
      {failure !== null && (
        <p className="pl-notice" role="alert" style={{ marginBottom: 16 }}>
          {wordsOf(failure, t).words}
        </p>
      )}
      <SchemaForm
        schema={typed}
        initial={{ domain: domain ?? '' }}
        errorField={{ ssoRefused: 'domain' }}
        onSubmit={async ({ domain }: z.output<typeof typed>) => await leave(domain)}
        foot={(busy) => (
          <Button type="primary" htmlType="submit" block size="large" loading={busy}>
            {t('sso:go')}
          </Button>
        )}
      >
        <Field name="domain" label={t('sso:domain')} help={t('sso:domainHelp')}>
          <Input autoFocus autoComplete="email" maxLength={254} spellCheck={false} placeholder="example.com" />
        </Field>
      </SchemaForm>
      <LinkButton type="link" block to={to('Sign')}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}

/** What the provider gave is sent on, once, with what this browser kept. */
function Return({ query, begun }: { query: string; begun: Begun | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run: signin } = useWrite(sso.signin);
  const language = useLanguage();
  const { enter, error, code } = useEntry(begun?.path ?? to('Home'));
  const sent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    forgetBegun();
    // Where one wanted to be stays in the address: the page loads again where the account has another theme.
    void navigate(to('SignWay', { way: 'sso' }, { redirect: begun?.path }), { replace: true });
    void enter(() => signin({ challenge: begun?.challenge ?? 'none', query, language }));
  }, []);
  if (code) return code;
  if (!error) return <SkeletonRows rows={2} rowPx={48} />;
  return (
    <>
      <h1 style={{ marginBottom: 16 }}>{t('sessions:sso')}</h1>
      <p className="pl-notice" role="alert" style={{ marginBottom: 24 }}>
        {wordsOf(error, t).words}
      </p>
      <LinkButton type="primary" block size="large" to={to('Sign')}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}
