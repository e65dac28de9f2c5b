import ArgumentParser
import CVirgaPlatform
import VirgaRuntime
import VirgaWorkbench

/// Running the commands of a handoff at a terminal or in a script.
struct HandoffRun {
  /// Whether the person has agreed on the command line.
  let isConfirmed: Bool

  /// Shows the commands, asks, and runs them one after the other.
  ///
  /// - Throws: The exit code of the command that failed, after printing what happened.
  func run(_ plan: [DeviceCommand]) throws {
    Output.remarks(plan.map(\.text))
    if !isConfirmed { try ask(plan.count) }
    do throws(DeviceRun.Failure) {
      try DeviceRun.attached(plan)
    } catch {
      Output.remark("error: \(error)")
      switch error {
      case .notStarted: throw ExitCode.couldNotRun
      case .ended(_, let code, _): throw ExitCode(code)
      }
    }
  }

  /// Asks whether to run the commands.
  ///
  /// - Throws: The exit code of Ctrl-C if the person does not agree; another one without a
  ///   terminal.
  private func ask(_ count: Int) throws {
    let canAsk = isatty(STDIN_FILENO) == 1 && Output.Stream.errors.isTerminal
    guard canAsk else {
      Output.remark("error: nothing was run: --run asks at a terminal; add --yes to run it here")
      throw ExitCode.couldNotRun
    }
    Output.Stream.errors.write("Run \(count == 1 ? "it" : "them")? (y/n) ")
    guard let line = readLine() else {
      // The shell's prompt must not follow the question on its line.
      Output.remark("")
      throw ExitCode.interrupted
    }
    guard ["y", "yes"].contains(line.lowercased().filter({ $0 != " " })) else {
      Output.remark("nothing was run")
      throw ExitCode.interrupted
    }
  }
}

/// The list of simulators and devices that `virga handoff --devices` prints.
enum DeviceList {
  /// Prints the devices; why a tool could not be asked is a remark, unless that is true of all.
  static func print(isJSON: Bool) throws {
    let (devices, failures) = Device.all()
    let isUnanswered = failures.count == DeviceTool.allCases.count
    let kind = isUnanswered ? "error" : "note"
    for failure in failures { Output.remark("\(kind): \(failure)") }
    if isUnanswered { throw ExitCode.couldNotRun }
    Output.table(Device.table, of: devices, isJSON: isJSON)
    if devices.isEmpty { Output.remark("note: no simulator and no device was found") }
  }
}
