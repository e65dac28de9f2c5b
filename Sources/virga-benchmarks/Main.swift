import CVirgaPlatform

/// Runs the benchmarks and prints a table: task, input, result, and the result of a comparable
/// program.
///
/// `swift run -c release --static-swift-stdlib virga-benchmarks [--quick] [--long] [--program PATH]
/// [--peer PATH] [WORD ...]`; words select the rows whose line contains one of them, and `--long`
/// adds those that take minutes. `--peer` names the real `nimbus-fml`, to run side by side.
/// `--check` measures only rows with a bound and exits with 1 if one is exceeded; bounds of times
/// are higher on a slow machine. `VIRGA_MANIFESTS` may name a folder with real manifests.
@main
struct Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == WholeProcess.peakOption {
      if let process = WholeProcess(Array(arguments.dropFirst())) { print(process.mebibytes) }
      return
    }
    let options = Options(arguments)
    let inputs = Inputs()
    print(MachineDescription.text(program: options.program))
    for note in inputs.notes { print(note) }
    let table = Table(words: options.words)
    table.printHead()
    let rows = AllRows.rows(inputs, options)
    if options.isCheck { exit(table.holds(rows) ? 0 : 1) }
    for row in rows { table.print(row) }
  }
}
