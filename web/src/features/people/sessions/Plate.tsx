const elevations = [118, 112, 106, 100, 94, 88, 82];
const casingTop = 398.8;
const casingBottom = 780;
const casingTicks = Array.from({ length: 17 }, (_, i) => casingTop + (i * (casingBottom - casingTop)) / 16);

/**
 * The engineer's plate of the sign-in page: a dam in hairlines, its phreatic line, a casing, and the plumb line. Decoration:
 * tokens only, no bitmap.
 */
export function SignInCard() {
  return (
    <svg className="art" viewBox="0 0 860 900" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
      <g stroke="var(--pl-line-2)" opacity=".45">
        {elevations.map((elevation, i) => (
          <path key={elevation} d={`M0 ${260 + i * 80}H860`} />
        ))}
      </g>
      <path d="M0 372H329.300L96 640H0Z" fill="var(--pl-map-water)" opacity=".55" />
      <path d="M0 372H329.300" stroke="var(--pl-text-3)" />
      <path d="M40 363h14l-7 8z" fill="var(--pl-text-3)" />
      <path d="M42 376h10M44 379h6" stroke="var(--pl-text-3)" />
      <path d="M96 640 392 300H420L764 640" stroke="var(--pl-text-2)" strokeWidth="1.5" />
      <path d="M0 640H96M764 640H860" stroke="var(--pl-text-2)" strokeWidth="1.5" />
      <path d="M372 640 398 314H414L440 640M388 640V724H424V640" stroke="var(--pl-line-control)" />
      <path d="M0 700C160 690 300 722 430 714S700 690 860 704" stroke="var(--pl-line-control)" />
      <path d="M0 786C180 770 330 800 480 790S760 774 860 784" stroke="var(--pl-line-2)" />
      <path d="M329.300 372C380 400 402 470 432 520S600 606 700 626" stroke="var(--pl-text-3)" strokeDasharray="5 4" />
      <g stroke="var(--pl-line-control)">
        <path d="M318 385V560M452 331.600V590M650 527.300V612" />
      </g>
      <g fill="var(--pl-bg-base)" stroke="var(--pl-text-2)" strokeWidth="1.2">
        <circle cx="318" cy="560" r="3.5" />
        <circle cx="452" cy="590" r="3.5" />
        <circle cx="650" cy="612" r="3.5" />
      </g>
      <g stroke="var(--pl-text-3)">
        <path d={`M520 ${casingTop}V${casingBottom}`} />
        {casingTicks.map((y) => (
          <path key={y} d={`M517 ${y}h6`} />
        ))}
      </g>
      <path
        d="M520.900 398.800C523 427 526 446 533 462 541 482 557 506 561 522 564 545 556 566 547 584 535 606 524 640 521.500 665 520.300 690 520 720 520 780"
        stroke="var(--pl-accent)"
        strokeWidth="1.8"
      />
      <Labels />
      <path d="M406 0V250" stroke="var(--pl-text)" />
      <path d="M399.500 250h13v9l-6.500 27-6.500-27z" fill="var(--pl-text)" />
      <path d="M406 288V860" stroke="var(--pl-text-3)" strokeDasharray="1 5" />
    </svg>
  );
}

/** Heights at the left edge, and the names of the instruments where they stand. */
function Labels() {
  return (
    <g fontSize="11" fill="var(--pl-text-3)">
      {elevations.map((elevation, i) => (
        <text key={elevation} x="24" y={256 + i * 80}>
          {elevation.toFixed(1)}
        </text>
      ))}
      <text x="24" y="236">
        m a.s.l.
      </text>
      <text x="309" y="564" textAnchor="end">
        PZ-240
      </text>
      <text x="461" y="608">
        PZ-260
      </text>
      <text x="659" y="606">
        PZ-280
      </text>
      <text x="532" y="776">
        IN-240 × 200
      </text>
    </g>
  );
}
