/// A row: a task, its input, and how to measure it for virga and for a baseline.
struct Row {
  /// The task.
  var task: String
  /// The input.
  var input: String
  /// The unit of the figures.
  var unit: Unit
  /// Measures virga; nil if that is impossible here.
  var figure: () -> Double?
  /// The target; nil if there is none.
  var target: Target?
  /// The baseline to compare with.
  var baseline: Baseline?
  /// The limit of what a person notices.
  ///
  /// Exceeding it is a failure on any machine, after adjusting times to its speed.
  var bound: Double?

  init(
    _ task: String, on input: String, _ unit: Unit, _ measures: Measure...,
    figure: @escaping () -> Double?
  ) {
    self.task = task
    self.input = input
    self.unit = unit
    self.figure = figure
    for measure in measures {
      switch measure {
      case .below(let target): self.target = target
      case .comparedWith(let baseline): self.baseline = baseline
      case .bound(let bound): self.bound = bound
      }
    }
  }

  /// What a figure is measured by.
  enum Measure {
    case below(Target?)
    case comparedWith(Baseline?)
    case bound(Double?)
  }
}

/// An upper limit for a figure.
enum Target {
  /// A figure in the row's unit.
  case figure(Double)
  /// A multiple of the baseline.
  case ratio(Double)
}

/// A comparable program, or a theoretical limit.
struct Baseline {
  /// Its name.
  var name: String
  /// Measures it; nil if that is impossible here.
  var figure: () -> Double?
}

/// The unit of a figure.
enum Unit {
  case milliseconds, nanoseconds, mebibytes, wakeUps

  /// Whether figures depend on the speed of the machine.
  var isTime: Bool { self == .milliseconds || self == .nanoseconds }

  var title: String {
    switch self {
    case .milliseconds: "ms"
    case .nanoseconds: "ns"
    case .mebibytes: "MiB"
    case .wakeUps: "wakes"
    }
  }
}
