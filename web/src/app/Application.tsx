import { EllipsisOutlined } from '@ant-design/icons';
import type { Language } from '@plumbline/contract/constants';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { antdTheme } from '../design/antd.ts';
import { Failed } from '../design/States.tsx';
import { ToastProvider } from '../design/Toasts.tsx';
import { rememberedTheme, ThemeProvider } from '../design/theme.tsx';
import { watchInactivity } from '../kernel/inactivity.ts';
import { useLanguage } from '../kernel/language.ts';
import { queryClient } from '../kernel/queries.ts';
import * as session from '../kernel/session.ts';
import { watchSocket } from '../kernel/socket.ts';
import { shareSession } from '../kernel/tabs.ts';
import { makeRouter } from './router.tsx';

/** Everything around the pages: theme, words of the component library, kept answers, router. */
const theme = rememberedTheme();
const componentTheme = antdTheme(theme);
const router = makeRouter();

/** The tabs that found no room: the library gives their button no name. */
const moreTabs = { more: { icon: <MoreTabs /> } };

const locales: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  'zh-CN': () => import('antd/es/locale/zh_CN'),
  'zh-TW': () => import('antd/es/locale/zh_TW'),
};

function MoreTabs() {
  const { t } = useTranslation();
  return <EllipsisOutlined aria-label={t('common:moreTabs')} />;
}

export function Application({ restored }: { restored: unknown }) {
  const language = useLanguage();
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let wanted = true;
    void locales[language]().then(({ default: words }) => wanted && setLocale(words));
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(watchInactivity, []);
  useEffect(watchSocket, []);
  useEffect(shareSession, []);
  // What one person was shown is not for the next.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.current() === null) queryClient.clear();
      }),
    [],
  );
  // The library puts another element around everything once it has a locale: drawing before it would draw all of it
  // twice, and forget what was typed in between.
  if (!locale) return null;
  return (
    <ThemeProvider value={theme}>
      <ConfigProvider
        theme={componentTheme}
        locale={locale}
        wave={{ disabled: true }}
        button={{ autoInsertSpace: false }}
        variant="outlined"
        tabs={moreTabs}
      >
        <ToastProvider>
          <QueryClientProvider client={queryClient}>
            {restored === null ? (
              <RouterProvider router={router} />
            ) : (
              <Failed error={restored} onRetry={() => location.reload()} />
            )}
          </QueryClientProvider>
        </ToastProvider>
      </ConfigProvider>
    </ThemeProvider>
  );
}
