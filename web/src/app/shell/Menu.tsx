import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useMenuEntries } from './menu-pages.ts';

/** The pages of the installation and, in a project, those of the project. The entry of the open page is in view. */
export function Menu({ collapsed = false, phone = false }: { collapsed?: boolean; phone?: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const entries = useMenuEntries().filter(({ menu }) => phone || !menu.phoneOnly);
  const firstOfProject = entries.find(({ isOfProject }) => isOfProject);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry follows the address
  useEffect(() => {
    if (!phone) nav.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, phone]);
  return (
    <nav ref={nav} aria-label={t('shell:menu')}>
      {entries.map((entry) => {
        const { name, menu, word, address } = entry;
        const Icon = menu.icon;
        return (
          <Fragment key={name}>
            {entry === firstOfProject && <hr />}
            <NavLink
              to={address}
              end={!menu.isRoof}
              title={collapsed ? word : undefined}
              aria-label={collapsed ? word : undefined}
            >
              <Icon />
              {!collapsed && <span className="pl-ell">{word}</span>}
            </NavLink>
          </Fragment>
        );
      })}
    </nav>
  );
}
