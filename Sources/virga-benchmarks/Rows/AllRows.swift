/// All rows in table order.
enum AllRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    var rows: [Row] = []
    for input in inputs.all { rows += LoadingRows.rows(input, options.patience) }
    rows += ProcessRows.start(options)
    for input in inputs.all { rows += ProcessRows.rows(input, options) }
    rows += FMLRows.rows(inputs, options)
    rows += ConsoleRows.rows(inputs, options)
    rows += ScreenRows.rows(inputs, options)
    if options.isLong { rows += LongTextRows.rows(inputs, options) }
    rows += ComputingRows.rows(inputs, options.patience)
    rows += JSONRows.rows(options.patience)
    rows += EditorRows.rows(options.patience)
    rows += MatrixRows.rows(options.patience)
    rows += SessionLayerRows.rows(options.patience)
    rows += BucketingRows.rows(options.patience)
    rows += EnrollingRows.rows(options.patience, isLong: options.isLong)
    rows += SessionRows.rows(options.patience)
    rows += LiveRows.rows(options.patience)
    rows += FlagRows.rows(options.patience)
    rows += AppFlagRows.rows(options.patience)
    return rows
  }
}
