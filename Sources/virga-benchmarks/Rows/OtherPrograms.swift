import VirgaCanvas

/// Other programs on a terminal of one size, each measured once for all rows.
final class OtherPrograms {
  private let size: Size
  private let sampling: Sampling
  private var figures: [String: Double?] = [:]
  private let htop: RunningProgram
  private let tig: RunningProgram

  init(_ size: Size, _ sampling: Sampling) {
    self.size = size
    self.sampling = sampling
    htop = RunningProgram(["htop", "-d", "100"], size, sampling)
    tig = RunningProgram(["tig"], size, sampling)
  }

  /// `tig` with this folder's history.
  var firstFrame: Baseline { baseline("tig") { [tig] in tig.firstFrame } }

  /// `less` with the same file.
  ///
  /// The demo consists of several files and is compared with `tig`.
  func wholeFrame(of input: Input) -> Baseline {
    guard !input.arguments.isEmpty else {
      return baseline("tig", key: "tig whole") { [tig] in tig.wholeFrame }
    }
    return baseline("less on the file", key: "less \(input.path)") { [size, sampling] in
      RunningProgram(["less", input.path], size, sampling).wholeFrame
    }
  }

  /// Moving the cursor down or up.
  var move: Baseline { baseline("htop", key: "htop move") { [htop] in htop.time(Self.moves) } }
  /// Opening its help.
  var help: Baseline {
    baseline("htop", key: "htop help") { [htop] in htop.time(["?", "q"]) { $0 == 0 } }
  }
  /// Its memory.
  var memory: Baseline { baseline("htop", key: "htop memory") { [htop] in htop.residentMebibytes } }
  /// Idling; `tig` does not watch anything.
  var wakeUps: Baseline { baseline("tig", key: "tig wakes") { [tig] in tig.wakeUps } }

  private func baseline(
    _ name: String, key: String? = nil, _ measure: @escaping () -> Double?
  ) -> Baseline {
    Baseline(name: name) { [self] in
      if let known = figures[key ?? name] { return known }
      let figure = measure()
      figures[key ?? name] = .some(figure)
      return figure
    }
  }

  private static let moves =
    Array(repeating: "\u{1B}[B", count: 8) + Array(repeating: "\u{1B}[A", count: 8)
}
