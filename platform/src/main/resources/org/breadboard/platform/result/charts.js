(function () {
  var colours = ['#2563a8', '#c2571a', '#1b7a43', '#7b3fa0', '#a8324f', '#5b6875'];
  document.querySelectorAll('script[type="application/json"]').forEach(function (script) {
    var chart = JSON.parse(script.textContent);
    var place = document.getElementById(script.id.replace('data', 'chart'));
    var names = Object.keys(chart.series);
    var axis = { label: chart.x };
    var scale = { time: false };
    if (chart.ticks.length) {
      axis.values = function (u, splits) {
        return splits.map(function (s) { return chart.ticks[s] === undefined ? '' : chart.ticks[s]; });
      };
      axis.splits = function () { return chart.ticks.map(function (t, i) { return i; }); };
      scale.range = [-0.5, chart.ticks.length - 0.5];
    }
    if (chart.percentiles) {
      scale.distr = 3;
      axis.values = function (u, splits) {
        return splits.map(function (s) { return s === null || !/^10*$/.test(String(s)) ? '' : +(100 - 100 / s).toPrecision(8) + '%'; });
      };
    }
    new uPlot({
      title: chart.title, width: Math.min(900, document.body.clientWidth - 32), height: 300,
      scales: { x: scale, y: { range: function (u, min, max) { return [0, (max || 1) * 1.08]; } } },
      axes: [axis, { label: chart.y, size: 80 }],
      series: [{ label: chart.x }].concat(names.map(function (name, i) {
        return { label: name, stroke: colours[i % colours.length], width: 2, points: { show: !chart.percentiles, size: 7 }, spanGaps: true };
      }))
    }, [chart.xs].concat(names.map(function (name) { return chart.series[name]; })), place);
  });
})();
