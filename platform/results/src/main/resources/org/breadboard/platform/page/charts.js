// Says what is under the pointer in the plots of a page, which are there without it, and saves plots by a click.
(function () {
  'use strict';
  var charts = JSON.parse(document.getElementById('exhibits').textContent)
    .filter(function (e) { return e.chart; }).map(function (e) { return e.chart; });

  function level(chart) { return chart.form === 'BARS' || chart.form === 'RANGES'; }
  function named(axis) { return axis.words + (axis.unit && axis.scale !== 'PERCENTILES' ? ' (' + axis.unit + ')' : ''); }
  function at(list, i) { return list.length > i ? list[i] : null; }
  function percent(x) { return +(100 - 100 / x).toPrecision(8) + '%'; }

  function said(axis, v) {
    return axis.scale === 'NAMES' ? axis.names[v] : axis.scale === 'PERCENTILES' ? percent(v)
      : v.toLocaleString('en', { maximumSignificantDigits: 5 }) + (axis.unit ? ' ' + axis.unit : '');
  }

  function points(chart) {
    var all = [];
    chart.series.forEach(function (series, s) {
      series.xs.forEach(function (x, i) {
        all.push({
          s: s, name: series.name, x: level(chart) ? i : x, y: level(chart) ? x : at(series.ys, i),
          low: at(series.lows, i), high: at(series.highs, i), label: at(series.labels, i)
        });
      });
    });
    return all;
  }

  function place(scale, v) {
    var of = scale.split(' '), from = +of[1], to = +of[2];
    var share = of[0] === 'log' ? Math.log(v / from) / Math.log(to / from) : (v - from) / (to - from);
    return +of[3] + share * (of[4] - of[3]);
  }

  // The points that are meant by a place of a drawing: all of one step or row, or the nearest one.
  function meant(chart, svg, px, py) {
    var names = chart.x.scale === 'NAMES' && !level(chart), many = chart.series.length;
    var there = points(chart).filter(function (p) { return p.x !== null && p.y !== null; });
    there.forEach(function (p) {
      var aside = names ? (p.s - (many - 1) / 2) * 0.7 / Math.max(3, many) : 0;
      p.px = level(chart) ? px : place(svg.dataset.x, p.x + aside);
      p.py = place(svg.dataset.y, level(chart) ? p.x : p.y);
    });
    var whole = level(chart) || chart.form === 'STEPS' || chart.form === 'STACK';
    function far(p) {
      return level(chart) ? Math.abs(p.py - py) : whole ? (p.px > px ? 1e6 : 0) + Math.abs(p.px - px) : Math.hypot(p.px - px, p.py - py);
    }
    var nearest = there.filter(function (p) { return isFinite(far(p)); }).sort(function (a, b) { return far(a) - far(b); })[0];
    return !nearest ? [] : whole ? there.filter(function (p) { return p.x === nearest.x; }) : far(nearest) < 60 ? [nearest] : [];
  }

  function words(chart, found) {
    var x = level(chart) ? chart.y : chart.x, y = level(chart) ? chart.x : chart.y;
    return [(x.words ? x.words + ': ' : '') + said(x, found[0].x)].concat(found.map(function (p) {
      return (chart.series.length > 1 ? p.name : y.words) + ': ' + said(y, p.y)
        + (p.low !== null && p.high !== null ? ', from ' + said(y, p.low) + ' to ' + said(y, p.high) : '') + (p.label ? '; ' + p.label : '');
    })).join('\n');
  }

  function csv(chart) {
    function cell(v) {
      var text = v === null || v === undefined ? '' : String(v);
      return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    }
    var x = level(chart) ? chart.y : chart.x, y = level(chart) ? chart.x : chart.y;
    function number(axis, v) { return v === null ? '' : axis.scale === 'NAMES' ? axis.names[v] : axis.scale === 'PERCENTILES' ? percent(v) : v; }
    var lines = [['series', named(x) || 'name', named(y), 'from', 'to', 'label']];
    points(chart).forEach(function (p) { lines.push([p.name, number(x, p.x), number(y, p.y), p.low, p.high, p.label]); });
    chart.shades.forEach(function (s) { lines.push([s.name, s.from, '', s.from, s.to, 'shaded']); });
    return lines.map(function (line) { return line.map(cell).join(','); }).join('\n') + '\n';
  }

  // The plot in the colours of print.
  function picture(svg) {
    var light = document.createElement('div'), out = svg.cloneNode(true), box = svg.viewBox.baseVal;
    light.className = 'light';
    document.body.appendChild(light);
    var look = getComputedStyle(light);
    ['class', 'data-x', 'data-y'].forEach(function (a) { out.removeAttribute(a); });
    out.setAttribute('width', box.width);
    out.setAttribute('height', box.height);
    out.setAttribute('style', 'background:var(--paper)');
    var text = new XMLSerializer().serializeToString(out)
      .replace(/var\((--[a-z0-9]+)\)/g, function (v, name) { return look.getPropertyValue(name).trim(); });
    light.remove();
    return text;
  }

  function save(chart, ending, type, text) {
    var link = document.createElement('a');
    var name = (document.title.split(' – ')[0] + '-' + chart.title).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
    link.href = URL.createObjectURL(new Blob([text], { type: type }));
    link.download = (name || 'plot').slice(0, 80) + ending;
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }

  function button(text, hint, act) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    b.title = hint;
    b.addEventListener('click', act);
    return b;
  }

  document.querySelectorAll('figure').forEach(function (figure, i) {
    var chart = charts[i], tip = document.createElement('div'), buttons = document.createElement('div');
    tip.className = 'tip';
    tip.hidden = true;
    buttons.className = 'save';
    buttons.append(
      button('SVG', 'Save this plot as a picture', function () { save(chart, '.svg', 'image/svg+xml', picture(figure.querySelector('svg.wide'))); }), ' ',
      button('CSV', 'Save the numbers of this plot', function () { save(chart, '.csv', 'text/csv', csv(chart)); }));
    figure.append(tip, buttons);
    figure.querySelectorAll('svg').forEach(function (svg) {
      svg.addEventListener('pointermove', function (event) {
        var box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
        var found = meant(chart, svg, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
        tip.hidden = !found.length;
        if (!found.length) { return; }
        tip.textContent = words(chart, found);
        var x = event.clientX - figure.getBoundingClientRect().left, y = event.clientY - figure.getBoundingClientRect().top;
        tip.style.left = Math.max(0, Math.min(x + 14, figure.clientWidth - tip.offsetWidth)) + 'px';
        tip.style.top = y + 16 + 'px';
      });
      svg.addEventListener('pointerleave', function () { tip.hidden = true; });
    });
  });
})();
