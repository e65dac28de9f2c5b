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
      try DeviceRun.runAttached(plan)
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
  /// - Throws: The exit code of Ctrl-C if the person does not agree; ``ExitCode/couldNotRun``
  ///   without a terminal to ask at.
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
    let answer = line.lowercased().filter { $0 != " " }
    guard ["y", "yes"].contains(answer) else {
      Output.remark("nothing was run")
      throw ExitCode.interrupted
    }
  }
}

/// The list of simulators and devices that `virga handoff --devices` prints.
enum DeviceList {
  /// Prints the devices that the tools list.
  ///
  /// A tool that fails, for example because it is not installed, only causes a note; if all tools
  /// fail, these are errors, and the program ends with an exit code.
  static func print(isJSON: Bool) throws {
    let (devices, failures) = Device.all()
    let haveAllFailed = failures.count == DeviceTool.allCases.count
    let kind = haveAllFailed ? "error" : "note"
    for failure in failures { Output.remark("\(kind): \(failure)") }
    if haveAllFailed { throw ExitCode.couldNotRun }
    Output.table(Device.table, of: devices, isJSON: isJSON)
    if devices.isEmpty { Output.remark("note: no simulator and no device was found") }
  }
}
