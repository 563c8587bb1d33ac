/** docs/guide/zh-CN/points/families.md: what stands in no pack. */
import type { PageWords } from './families-page.words.ts';

const code = (name: string): string => `\`${name}\``;

export const chinese: PageWords = {
  title: '监测类型',
  intro: `测点有其**监测类型**，即测量什么。监测类型决定测点的**字段**，数值按字段的次序存储；除非测点另有设置，第一个为主字段。**传感器模式**说明传感器如何读取。**物理量**是设备在通道中发送的内容；**参数**在测点上设置。

无法计算的字段（缺少物理量或必填参数、钢弦断裂、电流环故障）为 null。数值保留到其单位的百万分之一；旁边保留发送时的原始采样。几个物理量表示同一内容时（\`frequency\` 与 \`digits\`、\`temperature\` 与 \`resistance\`），有其中一个即可。`,
  modesTitle: '传感器模式',
  modesHead: '| 模式 | 名称 | 计算内容 |',
  modeNames: {
    1: '振弦',
    2: '电流',
    3: '电压',
    4: '数字 RS-485',
    5: 'ADM 阵列',
    6: '四分之一桥',
    7: '半桥',
    8: '全桥',
    9: '电阻比',
  },
  computed: {
    1: '`K` (R0 - R)，受拉为正时为 `K` (R - R0)；R = 频率²/1000，以频模 (digits) 计，R0 由 `f0` 得出。设有 `A` 和 `B` 时为 A R² + B R + C，未设 `C` 时取使 `f0` 得 0 的值。频率在 400 至 6000 Hz 之外视为断弦。',
    2: '由 `minCurrent`..`maxCurrent` mA 到 `min`..`max` 的直线。在 4-20 mA 电流环中，电流低于 3.6 或高于 21 mA 为故障 (NAMUR NE 43)。',
    3: '由 `minVoltage`..`maxVoltage` V 到 `min`..`max` 的直线。',
    4: '`K` 乘以与字段同名的物理量（或 `value`），再加 `offset`。',
    5: '由各节段的倾角计算沿阵列的位移。',
    6: '由 `ratio` 计算应变，单位 mV/V（`ratioUnit` 为 1 时为 V/V），计入导线电阻。',
    7: '受弯半桥的应变；设有 `poissonRatio` 时为轴向半桥。',
    8: '受弯全桥的应变；或测力计：`fullScale` (r - r0) / `ratedOutput`。',
    9: '`Kr` (ratio - `r0`)，或铂电阻。',
  },
  formulas: `设有 \`Kt\` 时，加上温度修正 \`Kt\` (T - \`t0\`)。\`t0\` 未设时为 20 °C。设有 \`Kt\` 而没有温度时，没有数值。温度为以 °C 计的 \`temperature\`，或 3 kOhm 热敏电阻以 ohm 计的 \`resistance\` 减去电缆电阻（\`cableLength\`）。

测点可以用自己的公式代替系统公式，每个字段一个（\`CUSTOM_FORMULA\`）。公式按名称读取下列表中的物理量和参数；没有公式的字段仍用系统公式。公式语言和全部函数见[公式](../readings/formulas.md)。`,
  list: ['监测类型：', '、', '。'],
  watched: { twoSided: '双向', upper: '上限', lower: '下限' },
  code: (family, watched) => `代码 ${code(family)}。阈值的方向未另行设置时为${watched}。`,
  fieldsHead: '| 字段 | 名称 | 单位 | 小数位数 |',
  quantitiesHead: '| 传感器模式 | 可发送的物理量 |',
  parametersHead: '| 参数 | 含义 | 单位 | 默认值 | 适用模式 |',
  noParameters: '没有参数。',
  ofEachNode: (name) => `各节点的 ${name}`,
  none: '无',
  required: '**必填**',
  notUsed: '不使用',
  and: '和',
  or: '、',
  between: '、',
  is: (parameter, value) => `${code(parameter)} 为 ${value}`,
  set: (parameters) => `设有 ${parameters.map(code).join(' 和 ')}`,
  withSetting: (mode, condition) => `${mode}（${condition} 时）`,
  without: (mode, conditions) => `${mode}（${conditions} 时除外）`,
  notes: {
    deepDisplacement: [
      '`form` 说明阵列如何布设：0 垂直（测斜管；节点 1 在顶部），1 水平（沉降线），2 面板（沿坝面板向上；节点 1 在趾板处），3 环（环绕断面，闭合），4 弧（沿断面，不闭合）。每个节点在列表 `x` 中发送其角度（度），测斜管还在列表 `y` 中发送；起始角度为 `ix1`、`iy1`、`ix2`、...（度）。`length1`、... 为各节段的长度，单位 mm（至少 500），`segmentMm` 为其余节段的长度。',
      '节点字段为其节段自由端的位移。垂直：沿 A、B 轴的位移，从固定端累加（底部；`fixedTop` 为 1 时为顶部）；`twist1`、... 使节段旋转（度）。水平：`x` 为向上，从首节点起（`fixedLast` 为 1 时从末节点起）。面板：`x` 为垂直于面板的挠度，指向坝体。环和弧：角度为平面内的方向，自水平方向逆时针计，且必须设置 `ix1`、...；`x` 和 `y` 为平面内的位移，从首节点起。环的闭合差沿各节段分配，使其闭合；末节点即首节点，其字段保存所分配的量。`maxX` 和 `maxY` 为绝对值最大的值，带正负号。',
      '`chartDirection` 为 -1 时图形反向；`settlementSign` 为 -1 时向上为正，`convergenceSign` 为 -1 时收敛为正，`archSign` 为 -1 时拱顶下沉为正。存储的数值不变。',
      '列表中的数字个数与测点的节点数完全相同。缺少一个倾角，整条记录就没有数值。',
    ],
    surfaceDisplacement: [
      '位置 `east`、`north`、`height`（m）与基准位置 `e0`、`n0`、`h0` 比较。`dx` 向北，`dy` 向东，`dh` 向上。自行计算位移的仪器以 mm 发送 `dx`、`dy`、`dh`（此时将基准位置设为 0）。',
      '`solution` 为定位解的状态：0 无效，1 单点，2 差分，4 固定，5 浮点。只有固定解给出数值；`acceptFloating` 为 1 时浮点解也给出。解状态本身始终保留。',
    ],
    waterLevel: [
      '`level` = `pipeTop` - `sensorDepth` + 水头，单位 m；两者都未设时为传感器以上的水头。`depth` = `sensorDepth` - 水头，即管口以下到水面的深度；没有 `sensorDepth` 时没有该值。水头由压力和 `density` 得出。',
      '在模式 2 和 3 中，`measures` 说明量程表示什么：0 压力（kPa），1 水头（m），2 管口到水面的距离（m，雷达）。设有 `s0` 时传感器不带通气管：扣除物理量 `barometer`（kPa）与 `s0` 之差。',
    ],
    tilt: ['在模式 2 和 3 中，物理量为一个数（只有 x），或两个数的列表（x、y），量程相同。'],
    vibration: ['由仪器自己分析记录。`peak` 为现有各分量中的最大值。'],
    track: ['轨距加宽为正。'],
    crack: ['张开为正。在模式 9 中，`ratio` 为电位计的 Vout/Vex，`Kr` 为其行程（mm）。'],
    structuralDeformation: [
      '受拉为正。`deflection` 和 `convergence` 只来自数字仪器（模式 4）；请为这样的测点设置与其用途相应的主字段。',
    ],
    anchorForce: [
      '在模式 1 中，`frequency` 为一个数，或每根弦一个数的列表（断弦为 null），或 `frequency1` 至 `frequency6`。`f01` 至 `f06` 为各弦的初始频率；未设的用 `f0`。取有信号的各弦的平均值。',
    ],
    soilPressure: ['受压为正。'],
    manholeCover: [
      '井盖不在井座上时 `open` 为 1，否则为 0；发送 `closed` 的仪器含义相反。`waterBelow` 为井盖到水面的距离，或 `coverHeight` 减去井底以上的水位 `level`。`gas` 以爆炸下限的百分比计。',
    ],
    smoke: ['`smoke` 为一米空气的遮光率；探测器以每米分贝发送时由 `dbm` 计算（EN 54-7）。'],
    soilMoisture: ['`moisture` 由仪器直接给出，或由 `permittivity` 计算（Topp 1980）。'],
    camera: ['摄像头只有图片，没有数值：没有字段，没有传感器模式。目前还不能建立此类测点。'],
    temperature: [
      '在模式 1 中为振弦端口的热敏电阻（3 kOhm）。在模式 9 中为铂电阻：以 ohm 计的 `resistance`，或 `ratio` = R/R0。',
    ],
    rainfall: [
      '`interval` = 自上一条记录以来的 `tips` 乘以 `resolution`；或仪器发送的 `interval`。`hour`、`day`、`cumulative` 和 `intensity` 由仪器自己发送时予以保留。',
    ],
    flow: [
      '`weir`：0 无，1 90 度三角堰 (SL 551)，2 三角堰 (ISO 1438)，3 矩形堰 (ISO 1438)，4 矩形堰 (SL 551)，5 Francis，6 Cipolletti。有堰时，模式 2 和 3 给出堰顶以上的水头（m）；没有堰时，直接给出流量。',
      '在模式 4 中：取 `flow`，否则取 `velocity` 乘以 `section`，否则由堰上 `head` 计算。',
    ],
    axialForce: [
      '力以受压为正，除非 `compressionPositive` 为 0；应变以受拉为正。力为应变乘以钢材及其周围混凝土的刚度。',
      '`measures` 为 1 时（模式 1 和 8），传感器为测力计：直接取其力，没有应变。',
    ],
    environment: ['气象站给出的原值。风向为风的来向。'],
  },
};
