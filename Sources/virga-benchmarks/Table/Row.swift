/// One row: a task, its input, and how to measure it for virga and for what it is compared with.
struct Row {
  /// What is done.
  var task: String
  /// On what.
  var input: String
  /// What the figures count.
  var unit: Unit
  /// The figure of virga; nil where it cannot be had here.
  var figure: () -> Double?
  /// What the figure is to stay below; nil where nothing was promised.
  var target: Target?
  /// What it is compared with.
  var baseline: Baseline?
  /// What a person would notice; a figure above it is a mistake on any machine.
  var bound: Double?

  init(
    _ task: String, on input: String, _ unit: Unit, _ measures: Measure..., figure: @escaping () -> Double?
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

/// What a figure is to stay below.
enum Target {
  /// A number of the row's unit.
  case figure(Double)
  /// So many times what it is compared with.
  case ratio(Double)
}

/// A known program that does the same, or a bound that nothing can beat.
struct Baseline {
  /// What it is called.
  var name: String
  /// Its figure; nil where the machine does not have it.
  var figure: () -> Double?
}

/// What figures count.
enum Unit {
  case milliseconds, nanoseconds, bytes, mebibytes, wakeUps, megabytesPerSecond

  var title: String {
    switch self {
    case .milliseconds: "ms"
    case .nanoseconds: "ns"
    case .bytes: "B"
    case .mebibytes: "MiB"
    case .wakeUps: "wakes"
    case .megabytesPerSecond: "MB/s"
    }
  }
}
