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
      guard let answer = PseudoTerminal(words, size)?.start(silence: silence), let time = figure(answer) else {
        return nil
      }
      times.append(time)
    }
    return times.dropFirst().map(\.self).median
  }

  /// Milliseconds from a key to its frame; `counted` selects which of `keys` are measured.
  func time(_ keys: [String], counted: (Int) -> Bool = { _ in true }) -> Double? {
    answers(to: keys, counted).map(\.complete).median
  }

  /// Milliseconds for the slowest key; each is sent twice and its faster time counts.
  func slowest(_ keys: [String]) -> Double? {
    guard let terminal = running else { return nil }
    let rounds = (0..<2).map { _ in keys.map { terminal.send($0)?.complete ?? 0 } }
    return keys.indices.map { index in rounds.map { $0[index] }.min() ?? 0 }.max()
  }

  /// The number of bytes sent for a key.
  func bytes(_ keys: [String], counted: (Int) -> Bool = { _ in true }) -> Double? {
    answers(to: keys, counted).map { Double($0.bytes) }.median
  }

  /// Sends keys without measuring.
  func prepare(_ keys: String) { _ = running?.send(keys, silence: 60) }

  private func answers(to keys: [String], _ counted: (Int) -> Bool) -> [PseudoTerminal.Answer] {
    guard let terminal = running else { return [] }
    var answers: [PseudoTerminal.Answer] = []
    for turn in 0..<(sampling.keys + keys.count) {
      let index = turn % keys.count
      if let answer = terminal.send(keys[index]), turn >= keys.count, counted(index) { answers.append(answer) }
    }
    return answers
  }

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

  /// The number of wake-ups and the processor milliseconds during two idle seconds.
  var idling: (wakeUps: Double, milliseconds: Double)? {
    guard running != nil else { return nil }
    usleep(500_000)
    guard let before = activity else { return nil }
    usleep(2_000_000)
    return activity.map { ($0.wakeUps - before.wakeUps, $0.milliseconds - before.milliseconds) }
  }

  private var activity: (wakeUps: Double, milliseconds: Double)? {
    guard let id = terminal?.process.id,
      let switches = TextFile.value(of: "voluntary_ctxt_switches", in: "/proc/\(id)/status").flatMap(Double.init),
      let fields = TextFile.read("/proc/\(id)/stat")?.split(separator: ")").last?.split(separator: " "),
      fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
    else { return nil }
    return (switches, (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK))))
  }
}
