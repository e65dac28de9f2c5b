import CVirgaPlatform
import VirgaCanvas

/// A program on a terminal, started for its first measurement and kept for others.
final class RunningProgram {
  private let words: [String]
  private let size: Size
  private let sampling: Sampling
  /// How long it must be silent to count as ready, in milliseconds.
  private let silence: Double
  private var terminal: PseudoTerminal?

  init(_ words: [String], _ size: Size, _ sampling: Sampling, silence: Double = 250) {
    self.words = words
    self.size = size
    self.sampling = sampling
    self.silence = silence
  }

  /// Milliseconds from the start to a complete frame: the last byte before a silence.
  var wholeFrame: Double? { starts { $0.complete } }

  /// Milliseconds from the start to the first frame, even if data is still loading.
  var firstFrame: Double? { starts { $0.drawn } }

  private func starts(_ figure: (PseudoTerminal.Answer) -> Double?) -> Double? {
    var times: [Double] = []
    for _ in 0...(silence > 500 ? 2 : sampling.starts) {
      guard let answer = PseudoTerminal(words, size)?.start(silence: silence),
        let time = figure(answer)
      else {
        return nil
      }
      times.append(time)
    }
    return times.dropFirst().map(\.self).median
  }

  /// Milliseconds from a key to its frame; `counted` selects which of `keys` are measured.
  func time(_ keys: [String], counted: (Int) -> Bool = { _ in true }) -> Double? {
    guard let terminal = running else { return nil }
    var times: [Double] = []
    for turn in 0..<(sampling.keys + keys.count) {
      let index = turn % keys.count
      let answer = terminal.send(keys[index])
      if let answer, turn >= keys.count, counted(index) { times.append(answer.complete) }
    }
    return times.median
  }

  /// Milliseconds for the slowest key; each is sent twice and its faster time counts.
  func slowest(_ keys: [String]) -> Double? {
    guard let terminal = running else { return nil }
    let rounds = (0..<2).map { _ in keys.map { terminal.send($0)?.complete ?? 0 } }
    return keys.indices.map { index in rounds.map { $0[index] }.min() ?? 0 }.max()
  }

  /// Sends keys without measuring.
  func prepare(_ keys: String) { _ = running?.send(keys, silence: 60) }

  private var running: PseudoTerminal? {
    if terminal == nil {
      terminal = PseudoTerminal(words, size)
      _ = terminal?.start(silence: silence)
    }
    return terminal
  }

  /// The current resident memory.
  var residentMebibytes: Double? {
    running.flatMap { TextFile.value(of: "VmRSS", in: "/proc/\($0.process.id)/status") }
      .flatMap { Double($0.prefix { $0.isNumber }) }.map { $0 / 1024 }
  }

  /// The number of wake-ups during two idle seconds.
  var wakeUps: Double? {
    guard running != nil else { return nil }
    usleep(500_000)
    guard let before = switches else { return nil }
    usleep(2_000_000)
    return switches.map { $0 - before }
  }

  /// How often the program has waited since it was started.
  private var switches: Double? {
    guard let id = terminal?.process.id else { return nil }
    let switches = TextFile.value(of: "voluntary_ctxt_switches", in: "/proc/\(id)/status")
    return switches.flatMap(Double.init)
  }
}
