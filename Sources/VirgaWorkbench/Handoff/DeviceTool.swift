import VirgaFiles
import VirgaWeb

/// A program that reaches devices or simulators.
package enum DeviceTool: String, CaseIterable, Sendable {
  case adb
  case xcrun

  /// How to get the program.
  private var howToInstall: String {
    switch self {
    case .adb:
      "install the Android SDK Platform-Tools (apt install adb, brew install android-platform-tools)"
    case .xcrun:
      "install Xcode and its command line tools, which only macOS has (xcode-select --install)"
    }
  }

  /// The variables that the program reads, besides `PATH` and `HOME`.
  private static let environmentVariables = [
    "ADB_SERVER_SOCKET", "ADB_VENDOR_KEYS", "ANDROID_ADB_SERVER_ADDRESS",
    "ANDROID_ADB_SERVER_PORT", "ANDROID_HOME", "ANDROID_SERIAL", "ANDROID_USER_HOME",
    "DEVELOPER_DIR", "LANG", "TMPDIR", "USER",
  ]

  /// The program that performs a command, given as its name and arguments.
  ///
  /// Of this process's environment it gets only the variables that `adb` and `xcrun` read.
  static func program(_ words: [String]) -> ChildProgram {
    ChildProgram(
      name: words.first ?? "", arguments: Array(words.dropFirst()),
      inheriting: environmentVariables)
  }

  /// Why the program of a command did not start, and how to get it if it is missing.
  static func sentence(of failure: FileFailure, starting program: String) -> String {
    guard failure.isMissing else { return "\(program) could not be started: \(failure.reason)" }
    let hint = DeviceTool(rawValue: program).map { ": \($0.howToInstall)" } ?? ""
    return "\(program) is not installed\(hint)"
  }
}

/// Running the commands of a handoff one after the other, until one fails.
package enum DeviceRun {
  /// Why a command failed.
  package enum Failure: Error, Hashable, Sendable {
    /// Its program could not be started, or did not print what was asked for, for this reason.
    case notStarted(String)
    /// Its program ended with a code other than zero, and printed this last.
    case ended(program: String, code: Int32, lastLine: String)
  }

  /// Runs the commands one after the other, with the input and outputs of this process; throws at
  /// the first that fails, unless its failure is normal (`mayFail`).
  package static func runAttached(_ plan: [DeviceCommand]) throws(Failure) {
    for command in plan {
      let program = command.words[0]
      let code: Int32
      do throws(FileFailure) {
        code = try DeviceTool.program(command.words).runAttached()
      } catch {
        throw .notStarted(DeviceTool.sentence(of: error, starting: program))
      }
      let hasFailed = code != 0 && !command.mayFail
      // The program printed its last line for the person to see.
      if hasFailed { throw .ended(program: program, code: code, lastLine: "") }
    }
  }

  /// Runs the commands one after the other; returns the last line that the last one printed, empty
  /// if it printed none.
  ///
  /// - Throws: At the first command that fails, unless its failure is normal (`mayFail`).
  package static func runCapturingOutput(_ plan: [DeviceCommand]) throws(Failure) -> String {
    var lastLine = ""
    for command in plan {
      let outcome = try output(of: command.words)
      let output = Self.lastLine(of: outcome.output)
      let hasFailed = outcome.exitCode != 0 && !command.mayFail
      if hasFailed {
        let errors = Self.lastLine(of: outcome.errors)
        throw .ended(
          program: command.words[0], code: outcome.exitCode,
          lastLine: errors.isEmpty ? output : errors)
      }
      lastLine = output
    }
    return lastLine
  }

  /// Runs a program, the first of the words, with the others as arguments, and captures its output.
  ///
  /// The length of the output and the time that the program may be silent are limited.
  static func output(of words: [String]) throws(Failure) -> ChildProgram.Outcome {
    do throws(FileFailure) {
      return try DeviceTool.program(words).run(input: [], limit: maxOutput, timeout: timeout)
    } catch {
      throw .notStarted(DeviceTool.sentence(of: error, starting: words[0]))
    }
  }

  /// The longest output of a program to read, in bytes: a long list of simulators has 100,000.
  private static let maxOutput = 4 << 20
  /// How long a program may be silent, in milliseconds: a simulator may have to start first.
  private static let timeout: Int32 = 120_000

  /// The last line with text of an output.
  static func lastLine(of output: [UInt8]) -> String {
    let lines = String(decoding: output, as: UTF8.self).split { $0.isNewline }
    return lines.last { line in !line.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
  }
}

extension DeviceRun.Failure: CustomStringConvertible {
  /// What happened: `adb ended with 1: error: no devices/emulators found`.
  package var description: String {
    switch self {
    case .notStarted(let reason): return reason
    case .ended(let program, let code, let lastLine):
      return "\(program) ended with \(code)" + (lastLine.isEmpty ? "" : ": \(lastLine)")
    }
  }
}
