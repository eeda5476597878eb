// Draws the plots of a page with Observable Plot. Each stands as data in its figure; it is drawn when it comes near the
// window, so that a page of many opens at once, and saved as SVG or CSV by a click.
(function () {
  'use strict';
  var WIDTH = 990, SERIES = 8, SHADES = 6, FEW = 60, DOTS = 30;
  var SVG = 'http://www.w3.org/2000/svg';

  function colour(i) { return 'var(--s' + i % SERIES + ')'; }
  function dash(i) { return i < SERIES ? undefined : ['6,3', '2,3', '8,3,2,3'][Math.floor(i / SERIES - 1) % 3]; }
  // What has the colour of another series has another symbol.
  function symbol(i) { return ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye', 'hexagon'][(i + Math.floor(i / SERIES)) % SERIES]; }
  function shade(i) { return 'var(--shade' + i % SHADES + ')'; }
  function named(axis) { return axis.words + (axis.unit && axis.scale !== 'PERCENTILES' ? ' (' + axis.unit + ')' : ''); }
  function round(v) { return v === 0 ? 0 : +v.toPrecision(5); }
  function unique(list) { return list.filter(function (v, i) { return list.indexOf(v) === i; }); }
  function at(list, i) { return list.length > i ? list[i] : null; }

  function percent(x) { return +(100 - 100 / x).toPrecision(8) + '%'; }

  function tick(axis) {
    if (axis.scale === 'PERCENTILES') { return percent; }
    if (axis.scale === 'NAMES') { return function (i) { return axis.names[i] === undefined ? '' : axis.names[i]; }; }
    return function (v) { return Math.abs(v) >= 1e5 || v !== 0 && Math.abs(v) < 1e-3 ? v.toPrecision(3) : v.toLocaleString('en', { maximumSignificantDigits: 6 }); };
  }

  function said(axis, v) {
    if (axis.scale === 'NAMES') { v = Math.round(v); }
    return axis.scale === 'PERCENTILES' || axis.scale === 'NAMES' ? tick(axis)(v) : round(v).toLocaleString('en', { maximumSignificantDigits: 5 }) + (axis.unit ? ' ' + axis.unit : '');
  }

  // All points of a plot, one behind the other.
  function points(chart) {
    var rows = [];
    var level = chart.form === 'BARS' || chart.form === 'RANGES';
    chart.series.forEach(function (series, s) {
      series.xs.forEach(function (x, i) {
        rows.push({
          s: s, name: series.name, i: i, x: x, y: level ? i : at(series.ys, i),
          low: at(series.lows, i), high: at(series.highs, i), label: at(series.labels, i)
        });
      });
    });
    return rows;
  }

  function usable(chart, row) {
    var there = row.x !== null && row.y !== null;
    return there && (chart.x.scale !== 'LOG' || row.x > 0) && (chart.y.scale !== 'LOG' || row.y > 0);
  }

  function scale(axis, rows, key, zero) {
    var s = { label: named(axis), labelAnchor: 'center', labelArrow: 'none', tickFormat: tick(axis) };
    var values = [];
    rows.forEach(function (row) { [row[key], key === zero.interval ? row.low : null, key === zero.interval ? row.high : null].forEach(function (v) { if (v !== null) { values.push(v); } }); });
    var most = Math.max.apply(null, values), least = Math.min.apply(null, values);
    if (axis.scale === 'LOG') {
      s.type = 'log';
    } else if (axis.scale === 'PERCENTILES') {
      s.type = 'log';
      s.ticks = [1, 2, 4, 10, 20, 100, 1000, 1e4, 1e5, 1e6, 1e7].filter(function (t) { return t >= least * 0.999 && t <= most * 1.001; });
    } else if (axis.scale === 'NAMES') {
      s.type = 'linear';
      s.domain = [-0.5, axis.names.length - 0.5];
      s.ticks = axis.names.map(function (n, i) { return i; });
    } else if (zero.from) {
      s.domain = [Math.min(0, least), Math.max(most, 0) * 1.06 || 1];
    }
    return s;
  }

  function hover(chart, rows, how) {
    return Plot.tip(rows, Plot[how]({
      x: 'x', y: 'y', fill: 'var(--paper)', stroke: 'var(--soft)', fontSize: 12,
      title: function (r) {
        var lines = (chart.series.length > 1 ? [r.name] : []).concat([
          chart.x.words + ': ' + said(chart.x, r.x), chart.y.words + ': ' + said(chart.y, r.y)]);
        var ranged = chart.form === 'BARS' || chart.form === 'RANGES' ? chart.x : chart.y;
        if (r.low !== null && r.high !== null) { lines.push('from ' + said(ranged, r.low) + ' to ' + said(ranged, r.high)); }
        if (r.label) { lines.push(r.label); }
        return lines.join('\n');
      }
    }));
  }

  function shades(chart) {
    var names = unique(chart.shades.map(function (s) { return s.name; }));
    return Plot.rectX(chart.shades, { x1: 'from', x2: 'to', fill: function (s) { return shade(names.indexOf(s.name)); }, fillOpacity: 0.28 });
  }

  function of(rows, s) { return rows.filter(function (row) { return row.s === s; }); }

  // Lines, dots, steps and areas over an x axis.
  function over(chart, rows) {
    var steps = chart.form === 'STEPS' || chart.form === 'STACK', words = chart.x.scale === 'NAMES', apart = words || chart.form === 'DOTS';
    if (words) { rows.forEach(function (r) { if (r.x !== null) { r.at = r.x; r.x += (r.s - (chart.series.length - 1) / 2) * 0.7 / Math.max(3, chart.series.length); } }); }
    var curve = steps ? 'step-after' : 'linear';
    var marks = [shades(chart), Plot.gridY({ stroke: 'var(--line)', strokeOpacity: 1 })];
    if (chart.reference !== null) { marks.push(Plot.ruleY([chart.reference], { stroke: 'var(--soft)', strokeDasharray: '4,3' })); }
    if (chart.form === 'STACK') {
      marks.push(Plot.areaY(rows, Plot.stackY({ x: 'x', y: 'y', z: 's', fill: function (r) { return colour(r.s); }, fillOpacity: 0.8, curve: curve })));
    } else {
      chart.series.forEach(function (series, s) {
        var own = of(rows, s), ranged = own.filter(function (r) { return r.low !== null && r.high !== null; });
        if (ranged.length > FEW) {
          marks.push(Plot.areaY(ranged, { x: 'x', y1: 'low', y2: 'high', fill: colour(s), fillOpacity: 0.18, curve: curve }));
        } else {
          marks.push(Plot.ruleX(ranged, { x: 'x', y1: 'low', y2: 'high', stroke: colour(s), strokeWidth: 1.2 }));
        }
        var wide = chart.marked.indexOf(series.name) >= 0 ? 3.2 : 1.7;
        if (!apart) { marks.push(Plot.lineY(own, { x: 'x', y: function (r) { return usable(chart, r) ? r.y : NaN; }, stroke: colour(s), strokeWidth: wide, strokeDasharray: dash(s), curve: curve })); }
        if (!steps && (own.length <= DOTS || apart)) {
          marks.push(Plot.dot(own.filter(function (r) { return usable(chart, r); }), { x: 'x', y: 'y', fill: colour(s), symbol: symbol(s), r: 3.4 }));
        }
        marks.push(Plot.text(own.filter(function (r) { return r.label && usable(chart, r); }), { x: 'x', y: 'y', text: 'label', dy: -9, fontSize: 10, fill: 'var(--soft)' }));
      });
    }
    var good = rows.filter(function (r) { return usable(chart, r); });
    marks.push(hover(chart, good, steps ? 'pointerX' : 'pointer'));
    var x = scale(chart.x, good, 'x', { from: chart.x.scale === 'LINEAR' && !steps && Math.min.apply(null, good.map(function (r) { return r.x; })) >= 0 });
    var y = scale(chart.y, stacked(chart, good), 'y', { from: true, interval: 'y' });
    y.label = upright(y.label);
    if (steps) { x.domain = [rows[0].x, rows[rows.length - 1].x]; }
    if (chart.x.scale === 'NAMES' && chart.x.names.join('').length > 90) { x.tickRotate = -28; }
    return {
      width: WIDTH, height: x.tickRotate ? 380 : 290, marginLeft: 76, marginBottom: x.tickRotate ? 130 : 44, marginRight: 24, marginTop: 14,
      x: x, y: y, marks: marks
    };
  }

  // A label that stands upright has room for some forty letters.
  function upright(label) { return label.length > 42 && label.indexOf(' (') > 0 ? label.replace(' (', '\n(') : label; }

  function stacked(chart, rows) {
    if (chart.form !== 'STACK') { return rows; }
    var sums = {};
    rows.forEach(function (r) { sums[r.x] = (sums[r.x] || 0) + r.y; });
    return Object.keys(sums).map(function (x) { return { y: sums[x], low: null, high: null }; });
  }

  // Bars and ranges, a row for each name.
  function rowsOf(chart, rows) {
    var good = rows.filter(function (r) { return r.x !== null; });
    var names = chart.y.names, longest = Math.max.apply(null, names.map(function (n) { return n.length; }));
    var left = Math.min(340, 24 + longest * 6.6);
    var marks = [Plot.gridX({ stroke: 'var(--line)', strokeOpacity: 1 })];
    // A difference whose interval has 0 in it may be chance.
    var chance = function (r) { return chart.reference === 0 && r.low !== null && r.high !== null && r.low <= 0 && r.high >= 0; };
    var paint = function (r) { return chance(r) ? 'var(--soft)' : chart.marked.indexOf(names[r.i]) >= 0 ? 'var(--mark)' : colour(r.s); };
    if (chart.form === 'BARS') {
      var bars = [], ends = {};
      good.forEach(function (r) {
        var from = r.low !== null ? r.low : chart.series.length > 1 ? ends[r.i] || 0 : 0;
        var to = r.high !== null ? r.high : from + r.x;
        ends[r.i] = Math.max(ends[r.i] || 0, to);
        bars.push({ x1: from, x2: to, r: r });
      });
      marks.push(Plot.rectX(bars, {
        x1: 'x1', x2: 'x2', y1: function (b) { return b.r.i - 0.36; }, y2: function (b) { return b.r.i + 0.36; },
        fill: function (b) { return paint(b.r); }
      }));
      marks.push(Plot.text(bars.filter(function (b) { return b.r.label; }), {
        x: function (b) { return Math.max(b.x1, b.x2); }, y: function (b) { return b.r.i; }, text: function (b) { return b.r.label; },
        textAnchor: 'start', dx: 6, fill: 'var(--ink)', stroke: 'var(--paper)', strokeWidth: 4
      }));
      marks.push(Plot.ruleX([0], { stroke: 'var(--soft)' }));
    } else {
      marks.push(Plot.link(good.filter(function (r) { return r.low !== null && r.high !== null; }), { x1: 'low', x2: 'high', y1: 'y', y2: 'y', stroke: paint, strokeWidth: 2.4 }));
      marks.push(Plot.dot(good, { x: 'x', y: 'y', fill: paint, r: 4 }));
      marks.push(Plot.text(good.filter(function (r) { return r.label; }), {
        x: function (r) { return Math.max(r.x, r.high === null ? r.x : r.high); }, y: 'y', text: 'label', textAnchor: 'start', dx: 8, fill: 'var(--ink)', stroke: 'var(--paper)', strokeWidth: 4
      }));
    }
    if (chart.reference !== null) { marks.push(Plot.ruleX([chart.reference], { stroke: 'var(--soft)', strokeDasharray: '4,3' })); }
    marks.push(hover(chart, good, 'pointerY'));
    var x = scale(chart.x, good, 'x', { from: chart.form === 'BARS', interval: 'x' });
    var labels = good.map(function (r) { return r.label ? r.label.length : 0; });
    var y = scale(chart.y, good, 'y', {});
    y.reverse = true;
    y.label = chart.y.words || null;
    y.labelAnchor = 'top';
    y.tickSize = 0;
    y.tickFormat = function (i) { var n = names[i]; return n.length > 48 ? n.slice(0, 47) + '…' : n; };
    return {
      width: WIDTH, height: 64 + names.length * 24, marginLeft: left, marginBottom: 42, marginTop: 22, marginRight: 16 + Math.max.apply(null, labels) * 6.4,
      x: x, y: y, marks: marks
    };
  }

  function sample(kind, i) {
    var svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 18 12');
    svg.appendChild(swatch(kind, i));
    return svg;
  }

  function swatch(kind, i) {
    if (kind === 'dot') {
      return Plot.plot({
        width: 18, height: 12, margin: 0, x: { axis: null, domain: [0, 18] }, y: { axis: null, domain: [0, 12] },
        marks: [Plot.dot([[9, 6]], { fill: colour(i), symbol: symbol(i), r: 3.6 })]
      }).querySelector('g[aria-label="dot"]');
    }
    var what = document.createElementNS(SVG, kind === 'line' ? 'line' : 'rect');
    var all = kind === 'line'
      ? { x1: 0, x2: 18, y1: 6, y2: 6, stroke: colour(i), 'stroke-width': 3, 'stroke-dasharray': dash(i) || 'none' }
      : { x: 0, y: 1, width: 18, height: 10, fill: kind === 'shade' ? shade(i) : colour(i), 'fill-opacity': kind === 'shade' ? 0.5 : 1 };
    Object.keys(all).forEach(function (k) { what.setAttribute(k, all[k]); });
    return what;
  }

  // What the colours mean; nothing where there is one.
  function legend(chart) {
    var kind = chart.form === 'DOTS' ? 'dot' : chart.form === 'LINES' || chart.form === 'STEPS' ? 'line' : 'area';
    var entries = chart.series.length < 2 && chart.form !== 'STACK' ? [] : chart.series.map(function (s, i) { return { kind: kind, i: i, text: s.name }; });
    return entries.concat(unique(chart.shades.map(function (s) { return s.name; })).map(function (n, i) { return { kind: 'shade', i: i, text: n }; }));
  }

  function csv(chart) {
    function cell(v) {
      var text = v === null || v === undefined ? '' : String(v);
      return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    }
    var level = chart.form === 'BARS' || chart.form === 'RANGES';
    var x = level ? chart.y : chart.x, y = level ? chart.x : chart.y;
    function number(axis, v) { return v === null ? '' : axis.scale === 'NAMES' ? axis.names[v] : axis.scale === 'PERCENTILES' ? percent(v) : v; }
    var lines = [['series', named(x) || 'name', named(y), 'from', 'to', 'label']];
    points(chart).forEach(function (r) {
      lines.push([r.name, number(x, level ? r.i : r.x), number(y, level ? r.x : r.y), r.low, r.high, r.label]);
    });
    chart.shades.forEach(function (s) { lines.push([s.name, s.from, '', s.from, s.to, 'shaded']); });
    return lines.map(function (line) { return line.map(cell).join(','); }).join('\n') + '\n';
  }

  // The plot with its title and legend as a picture of its own, in the colours of print.
  function picture(chart, plot) {
    var light = document.createElement('div');
    light.className = 'light';
    document.body.appendChild(light);
    var look = getComputedStyle(light);
    var height = +plot.getAttribute('height'), width = +plot.getAttribute('width');
    var out = document.createElementNS(SVG, 'svg');
    function words(text, x, y, bold) {
      var t = document.createElementNS(SVG, 'text');
      t.setAttribute('x', x);
      t.setAttribute('y', y);
      t.setAttribute('fill', 'var(--ink)');
      if (bold) { t.setAttribute('font-weight', 600); }
      t.textContent = text;
      out.appendChild(t);
    }
    words(chart.title, 8, 18, true);
    var x = 8, y = 40;
    legend(chart).forEach(function (entry) {
      var wide = 30 + entry.text.length * 6.8;
      if (x > 8 && x + wide > width) { x = 8; y += 18; }
      var g = document.createElementNS(SVG, 'g');
      g.setAttribute('transform', 'translate(' + x + ',' + (y - 10) + ')');
      g.appendChild(swatch(entry.kind, entry.i));
      out.appendChild(g);
      words(entry.text, x + 24, y, false);
      x += wide + 12;
    });
    var top = legend(chart).length ? y + 10 : 28;
    var inner = plot.cloneNode(true);
    inner.querySelectorAll('style').forEach(function (s) { s.remove(); });
    inner.querySelectorAll('[aria-label="tip"]').forEach(function (t) { t.remove(); });
    var group = document.createElementNS(SVG, 'g');
    group.setAttribute('transform', 'translate(0,' + top + ')');
    while (inner.firstChild) { group.appendChild(inner.firstChild); }
    out.appendChild(group);
    var all = { xmlns: SVG, width: width, height: top + height, viewBox: '0 0 ' + width + ' ' + (top + height), 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: 'currentColor', color: 'var(--ink)', style: 'background:var(--paper)' };
    Object.keys(all).forEach(function (k) { out.setAttribute(k, all[k]); });
    group.setAttribute('text-anchor', 'middle');
    var text = new XMLSerializer().serializeToString(out)
      .replace(/var\((--[a-z0-9]+)\)/g, function (v, name) { return look.getPropertyValue(name).trim(); });
    light.remove();
    return text;
  }

  function save(name, type, text) {
    var link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: type }));
    link.download = name;
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }

  function fileName(chart, ending) {
    var words = (document.title.split(' – ')[0] + '-' + chart.title).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
    return (words || 'plot').slice(0, 80) + ending;
  }

  function button(text, hint, act) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    b.title = hint;
    b.addEventListener('click', act);
    return b;
  }

  function caption(figure, chart) {
    var head = document.createElement('figcaption'), title = document.createElement('span'), buttons = document.createElement('span');
    title.textContent = chart.title;
    buttons.className = 'save';
    buttons.append(
      button('SVG', 'Save this plot as a picture', function () { save(fileName(chart, '.svg'), 'image/svg+xml', picture(chart, draw(figure))); }), ' ',
      button('CSV', 'Save the numbers of this plot', function () { save(fileName(chart, '.csv'), 'text/csv', csv(chart)); }));
    head.append(title, buttons);
    figure.append(head);
    var entries = legend(chart);
    if (entries.length) {
      var list = document.createElement('div');
      list.className = 'legend';
      entries.forEach(function (entry) {
        var one = document.createElement('span');
        one.append(sample(entry.kind, entry.i), entry.text);
        list.append(one);
      });
      figure.append(list);
    }
  }

  // The figure's plot, drawn now if it was not before.
  function draw(figure) {
    if (figure.classList.contains('drawn')) { return figure.querySelector(':scope > svg'); }
    figure.classList.add('drawn');
    var chart = figure.chart, rows = points(chart);
    if (!rows.some(function (r) { return usable(chart, r); })) {
      var none = document.createElement('p');
      none.className = 'nothing';
      none.textContent = 'Nothing to show.';
      figure.append(none);
      return document.createElementNS(SVG, 'svg');
    }
    var options = chart.form === 'BARS' || chart.form === 'RANGES' ? rowsOf(chart, rows) : over(chart, rows);
    options.style = { background: 'transparent', fontFamily: 'system-ui, sans-serif', fontSize: '12px', color: 'var(--ink)', '--plot-background': 'var(--paper)' };
    var svg = Plot.plot(options);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', chart.title);
    figure.append(svg);
    return svg;
  }

  var figures = Array.prototype.slice.call(document.querySelectorAll('figure'));
  figures.forEach(function (figure) {
    figure.chart = JSON.parse(figure.querySelector('script').textContent);
    caption(figure, figure.chart);
  });
  var near = new IntersectionObserver(function (seen) {
    seen.forEach(function (entry) { if (entry.isIntersecting) { near.unobserve(entry.target); draw(entry.target); } });
  }, { rootMargin: '600px' });
  figures.forEach(function (figure) { near.observe(figure); });
  window.addEventListener('beforeprint', function () { figures.forEach(draw); });
})();
