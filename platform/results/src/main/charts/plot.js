// The marks that charts.js draws with; all else of Observable Plot stays out of reports.
export {
  areaY, barX, dot, gridX, gridY, lineY, link, plot, pointer, pointerX, pointerY, rectX, ruleX, ruleY, stackY, text, tip
} from '@observablehq/plot';
