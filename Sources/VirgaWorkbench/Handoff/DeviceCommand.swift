import VirgaFiles

/// A program with its arguments that acts on a device or simulator.
package struct DeviceCommand: Hashable, Sendable {
  /// The program and its arguments, which reach it without a shell.
  package let words: [String]
  /// Whether a failure is normal, as of ending an app that does not run.
  package let mayFail: Bool
  /// Whether the last word is a command for the shell of the device.
  private let endsWithShellCommand: Bool

  /// A command whose arguments are not for the shell of the device; `mayFail` if a failure is
  /// normal.
  init(_ words: [String], mayFail: Bool = false) {
    self.words = words
    self.mayFail = mayFail
    endsWithShellCommand = false
  }

  /// A command whose last argument is a command for the shell of the device, which ``text`` puts in
  /// double quotes.
  init(_ words: [String], shellCommand: String) {
    self.words = words + [shellCommand]
    mayFail = false
    endsWithShellCommand = true
  }

  /// The command as a person types it in a shell: a command for the device's shell is in double
  /// quotes, because it often has single quotes of its own.
  package var text: String {
    guard endsWithShellCommand, let command = words.last else {
      return words.map(ShellWord.quotedVisibly).joined(separator: " ")
    }
    let quotedWords = words.dropLast().map(ShellWord.quotedVisibly)
    return (quotedWords + [Self.doubleQuoted(command)]).joined(separator: " ")
  }

  /// A text in double quotes; the single quotes inside are left for the device's shell.
  ///
  /// `!` is put in single quotes, because interactive shells expand it within double quotes.
  private static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"", "$", "`": quoted += "\\\(scalar)"
      // Ends the double quotes, and begins them again.
      case "!": quoted += #""'!'""#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
