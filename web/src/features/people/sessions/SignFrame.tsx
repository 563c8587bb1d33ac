import './sign.css';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../../app/shell/menus.tsx';
import { useServerVersion } from '../../../app/shell/server-version.queries.ts';
import { BrandMark } from '../../../design/PlumbBob.tsx';
import { brandFile, useBrand } from '../../../kernel/brand.ts';
import { SignInCard } from './Plate.tsx';

/** Plate on the left, 400 px form on the right; under 800 px the form alone. */
export function SignFrame({ children }: { children: ReactNode }) {
  const { server } = useServerVersion();
  const corporationBrand = useBrand();
  const brand = (
    <>
      <BrandMark src={corporationBrand.logo ? brandFile(corporationBrand.logo) : null} />
      {corporationBrand.name}
    </>
  );
  return (
    <div className="sign">
      <section className="plate">
        <SignInCard />
        <div className="cap brand">{brand}</div>
      </section>
      <section className="panel">
        <div className="pl-row">
          <span className="brand phone-brand">{brand}</span>
          <span className="pl-gap" />
          <LanguageSwitch />
        </div>
        <div className="form">{children}</div>
        <div className="pl-row pl-sm pl-3">
          <span>{corporationBrand.copyright || `© ${new Date().getFullYear()} Plumbline`}</span>
          <span className="pl-gap" />
          <span>v{server}</span>
        </div>
      </section>
    </div>
  );
}
